import type { Migration } from '../../app/database/migration'

/** Running workers with their heartbeats every few seconds; troubles (JSON): external services with recent errors. */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE workers (
    name VARCHAR(60) COLLATE utf8mb4_bin NOT NULL PRIMARY KEY,
    started_at DATETIME(3) NOT NULL,
    seen_at DATETIME(3) NOT NULL,
    troubles TEXT NOT NULL
  ) ENGINE=InnoDB`)
}
