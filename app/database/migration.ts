/** A migration runs statements in order. It only goes forward: a school's data is never dropped by a command. */
export type Migration = (run: (sql: string) => Promise<void>) => Promise<void>
