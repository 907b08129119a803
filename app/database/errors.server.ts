interface DriverError {
  errno?: number
  code?: string
  /** The connection broke with it. */
  fatal?: boolean
  sqlMessage?: string
}

/** The driver's own error inside whatever Sequelize wrapped around it. */
function driverError(error: unknown): DriverError | null {
  let current: unknown = error
  for (let depth = 0; depth < 4 && current && typeof current === 'object'; depth++) {
    // A connection that breaks in the middle of a statement has no number, only a code, or not even that.
    if ('errno' in current && typeof current.errno === 'number') return current as DriverError
    if ('fatal' in current && current.fatal === true) return current as DriverError
    current = 'original' in current ? current.original : 'parent' in current ? current.parent : undefined
  }
  return null
}

/**
 * Deadlock, lock wait, a snapshot that moved on (MariaDB), or a collision with another member of a group (MySQL, told at the commit): the
 * transaction may simply be run again.
 */
export function isRetryable(error: unknown): boolean {
  return [1213, 1205, 1020, 3101].includes(driverError(error)?.errno ?? 0)
}

/** Whether it waited for a lock as long as the server lets it. */
export function isLockWait(error: unknown): boolean {
  return driverError(error)?.errno === 1205
}

/** Name of the unique key that a write ran into, or null if it was something else. */
export function violatedUniqueKey(error: unknown): string | null {
  const found = driverError(error)
  if (found?.errno !== 1062) return null
  return /for key '(?:[^'.]+\.)?([^']+)'/.exec(found.sqlMessage ?? '')?.[1] ?? ''
}

/** Name of the CHECK that a write ran into (errno 4025 on MariaDB, 3819 on MySQL), or null. */
export function violatedCheck(error: unknown): string | null {
  const found = driverError(error)
  if (found?.errno !== 4025 && found?.errno !== 3819) return null
  return /(?:CONSTRAINT|constraint) [`'](?:[^`'.]+\.)?([^`']+)[`']/.exec(found.sqlMessage ?? '')?.[1] ?? ''
}

/** Name of the foreign key that keeps a row from being deleted (1451) or that a row points past (1452), or null. */
export function violatedForeignKey(error: unknown): string | null {
  const found = driverError(error)
  if (found?.errno !== 1451 && found?.errno !== 1452) return null
  return /CONSTRAINT [`']([^`']+)[`'] FOREIGN KEY/.exec(found.sqlMessage ?? '')?.[1] ?? ''
}

/** Name of the unique key, foreign key or CHECK that a write ran into, or null. */
export function violatedConstraint(error: unknown): string | null {
  return violatedUniqueKey(error) ?? violatedForeignKey(error) ?? violatedCheck(error)
}

/**
 * Beside broken connections a server that has lost the others of its cluster, until it has found them again; what it was just committing
 * may have reached them or not.
 */
const goneNumbers = new Set([
  ...[1053, 1927, 2006, 2013],
  // Galera: it serves nobody; what it was committing.
  ...[1047, 1180],
  // MySQL's group replication: it takes no writes (any more, or not yet); what it was committing; it has just become the one that is written to
  // and did not come on; it is asked for what all have committed and cannot know, or is about to leave.
  ...[1290, 3100, 3781, 3782, 3783, 3796, 3797, 3799],
])

const gone = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOENT', 'PROTOCOL_CONNECTION_LOST'])

/** Whether the database itself is out of reach, rather than the statement wrong. */
export function isDatabaseGone(error: unknown): boolean {
  if (error instanceof Error && /^Sequelize(Connection|HostNotFound|HostNotReachable|AccessDenied)/.test(error.name))
    return true
  if (error instanceof Error && error.name === 'SequelizeConnectionAcquireTimeoutError') return true
  const found = driverError(error)
  return found?.fatal === true || gone.has(found?.code ?? '') || goneNumbers.has(found?.errno ?? 0)
}
