export const pieceBytes = 64 * 1024;

/** What a handler that does not yield says before it gives way. */
export const perTurn = 16;

/** A message of that length, different from all others. */
export const pieceOf = (at) => String(at).padEnd(pieceBytes, 'x');
