type Belonging = { cluster: keyof typeof clusters | null; isMember?: number }

/** A driver's connection before it joins the pool. */
export interface NewConnection {
  query(sql: string, callback: (error: Error | null, rows: Belonging[]) => void): void
  destroy(): void
}

type Statement = string | { sql: string; timeout?: number }
type Answered = (error: Error | null, ...answer: unknown[]) => void

/** The driver's connection. `query` receives either a callback, or none when the rows are streamed. */
interface Queried {
  query: (statement: Statement, values?: Answered | null, callback?: Answered) => unknown
  destroy: () => void
}

/**
 * Aborts a statement after `timeoutOf` milliseconds (null: never). Also closes the connection, because it may still
 * deliver a late response. Passes null as the values, because the driver would otherwise search megabytes of rows for
 * `?`.
 */
export function abortLateStatements(connection: NewConnection, timeoutOf: (sql: string) => number | null): void {
  const raw = connection as unknown as Queried
  const query = raw.query.bind(raw)
  raw.query = (statement, callback) => {
    // Streamed rows have no callback and no timeout, because their reader sets the speed.
    if (!callback) return query(statement)
    const timeout = typeof statement === 'object' ? timeoutOf(statement.sql) : null
    if (typeof statement === 'string' || timeout === null) return query(statement, null, callback)
    return query({ ...statement, timeout }, null, (error, ...answer) => {
      const isLate = error !== null && 'code' in error && error.code === 'PROTOCOL_SEQUENCE_TIMEOUT'
      if (!isLate) return callback(error, ...answer)
      raw.destroy()
      callback(Object.assign(error, { fatal: true }))
    })
  }
}

// MySQL's default would silently truncate GROUP_CONCAT after 1,024 bytes. The SQL mode is fixed as well: otherwise a
// server may truncate long values, refuse to select columns outside GROUP BY (MySQL's default) or read "x" as a column.
const settings = `SET SESSION group_concat_max_len = 1048576, sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'`

// MariaDB executes /*M! comments, MySQL /*!80000 ones. Every database user may read variables, and only a server in a
// replication group has a value for `group_replication_group_name`.
const clusterOfServer = `SELECT /*M!100100 IF(@@wsrep_on, 'galera', NULL) */ /*!80000 (
  SELECT 'groupReplication' FROM performance_schema.global_variables
  WHERE VARIABLE_NAME = 'group_replication_group_name' AND VARIABLE_VALUE <> ''
) */ AS cluster`

const isOfGroup = `SELECT NULL AS cluster, COUNT(*) AS isMember FROM performance_schema.replication_group_members
  WHERE MEMBER_ID = @@server_uuid AND MEMBER_STATE = 'ONLINE'`

// MySQL's default `wait_timeout` is hours; 40 seconds are enough, because the pool closes a connection after 30 idle
// seconds.
const waitForGroup = `SET SESSION group_replication_consistency = 'BEFORE', wait_timeout = 40`

/**
 * Statements that make a cluster's server wait until it has applied all commits of the cluster so far: before each
 * read, or once.
 */
const clusters = {
  galera: {
    beforeReads: ['SET SESSION wsrep_sync_wait = 1'],
    once: ['SET STATEMENT wsrep_sync_wait = 1 FOR SELECT 1'],
  },
  groupReplication: {
    beforeReads: [waitForGroup],
    // A SELECT without a table does not wait; the start of a transaction does.
    once: [
      waitForGroup,
      'START TRANSACTION',
      'COMMIT',
      'SET SESSION group_replication_consistency = DEFAULT, wait_timeout = DEFAULT',
    ],
  },
}

/**
 * Prepares a new connection. On the primary it waits once for the cluster's commits, because a new primary may not have
 * applied all of them. An expelled server notices its expulsion only some seconds after its network returns.
 * @throws for a replica outside a cluster, for a server expelled from its group, and for any error of the server
 */
export async function setUp(connection: NewConnection, isReplica: boolean): Promise<void> {
  const ask = (sql: string) =>
    new Promise<Belonging[]>((resolve, reject) => {
      connection.query(sql, (error, rows) => (error ? reject(error) : resolve(rows)))
    })
  await ask(settings)
  const [server] = await ask(clusterOfServer)
  if (server?.cluster === 'groupReplication') {
    const [member] = await ask(isOfGroup)
    // An expelled server still answers, with stale data: mark the error `fatal`, as for a broken connection.
    if (member?.isMember !== 1) throw Object.assign(new Error('Left out by its group'), { fatal: true })
  }
  const cluster = server?.cluster && clusters[server.cluster]
  if (isReplica && !cluster) {
    throw new Error(
      'DATABASE_REPLICA_URL leads to no server of a Galera cluster or replication group: what was just written could be missing there',
    )
  }
  for (const statement of cluster?.[isReplica ? 'beforeReads' : 'once'] ?? []) await ask(statement)
}
