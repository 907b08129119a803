/** A migration runs statements in order. There is no way back: a command never drops a school's data. */
export type Migration = (run: (sql: string) => Promise<void>) => Promise<void>
