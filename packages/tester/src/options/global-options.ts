/** What every command understands, as it was given. */
export interface GlobalOptions {
  readonly command?: string;
  readonly url?: string;
  readonly transport?: string;
  readonly profile?: string;
  readonly verbose: number;
  readonly raw?: boolean;
  readonly header?: readonly string[];
  readonly bearer?: string;
  readonly era?: string;
  readonly timeout?: string;
  readonly format?: string;
  readonly strict?: boolean;
}
