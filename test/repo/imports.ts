export interface ImportStatement {
  specifier: string;
  line: number;
  /** `import type` and `export type`: gone after compilation. */
  isTypeOnly: boolean;
}

/** `import … from '…'`, `export … from '…'`, `import '…'`. Statements of this code base start a line. */
const statement = /^(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?(['"])([^'"\n]+)\3/gm;
const dynamic = /\bimport\(\s*(['"])([^'"\n]+)\1/g;

/** The imports of a TypeScript source, dynamic ones too, without those in comments. */
export function importsOf(source: string): ImportStatement[] {
  const text = withoutComments(source);
  const lineOf = (index: number): number => text.slice(0, index).split('\n').length;
  return [
    ...[...text.matchAll(statement)].map((match) => ({
      specifier: match[4] ?? '',
      line: lineOf(match.index),
      isTypeOnly: match[2] !== undefined,
    })),
    ...[...text.matchAll(dynamic)].map((match) => ({
      specifier: match[2] ?? '',
      line: lineOf(match.index),
      // `import('x').Y` in a type position and `import('x')` look alike to a pattern; count it as a value.
      isTypeOnly: false,
    })),
  ];
}

/** Comments become spaces; strings stay, so that a URL in a string is not taken for a comment. */
export function withoutComments(source: string): string {
  return source.replaceAll(
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (token) => (token.startsWith('/') ? token.replaceAll(/[^\n]/g, ' ') : token),
  );
}
