/** What this application hands to its tools with each call, on top of what every handler gets. */
export interface AppContext {
  /** Aborts when the call is cancelled. */
  readonly signal: AbortSignal;
  /** The table that is reported on. */
  readonly dataPath: string;
  /** Where `data.reindex` keeps the index. */
  readonly indexFolder: string;
  /** Where a report keeps its charts while it is being made. */
  readonly scratchFolder: string;
}
