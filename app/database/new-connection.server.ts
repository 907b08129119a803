type Belonging = { cluster: keyof typeof clusters | null; isMember?: number }

/** A connection of the driver before the pool has it. */
export interface NewConnection {
  query(sql: string, done: (error: Error | null, rows: Belonging[]) => void): void
  destroy(): void
}

/** What Sequelize asks a connection of the driver. */
type Ask = (
  given: { sql: string; timeout?: number },
  done?: (error: Error | null, ...answer: unknown[]) => void,
) => unknown

/**
 * Gives up what a server does not answer within `limitOf` milliseconds (null: never), and the connection with it: it says nothing any more, or
 * says it to nobody.
 */
export function impatient(connection: NewConnection, limitOf: (sql: string) => number | null): void {
  const raw = connection as unknown as { query: Ask; destroy: () => void }
  const ask = raw.query.bind(raw)
  raw.query = (given, done) => {
    // Rows that are read one by one have no callback, and take as long as their reader.
    const timeout = typeof given === 'object' && done ? limitOf(given.sql) : null
    if (timeout === null || !done) return ask(given, done)
    return ask({ ...given, timeout }, (error, ...answer) => {
      const isLate = error !== null && 'code' in error && error.code === 'PROTOCOL_SEQUENCE_TIMEOUT'
      if (!isLate) return done(error, ...answer)
      raw.destroy()
      done(Object.assign(error, { fatal: true }))
    })
  }
}

// Lists in one column (GROUP_CONCAT) would be cut off without a word after 1,024 bytes, which is MySQL's default. And what a statement
// means is ours to say: a server may cut what is too long, refuse a GROUP BY by names (MySQL's default) or read "x" as a column.
const settings = `SET SESSION group_concat_max_len = 1048576, sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'`

// MariaDB reads what /*M! begins, and MySQL what /*!80000 does. Everybody may ask for variables; only a server of a group has this one.
const clusterOfServer = `SELECT /*M!100100 IF(@@wsrep_on, 'galera', NULL) */ /*!80000 (
  SELECT 'groupReplication' FROM performance_schema.global_variables
  WHERE VARIABLE_NAME = 'group_replication_group_name' AND VARIABLE_VALUE <> ''
) */ AS cluster`

const isOfGroup = `SELECT NULL AS cluster, COUNT(*) AS isMember FROM performance_schema.replication_group_members
  WHERE MEMBER_ID = @@server_uuid AND MEMBER_STATE = 'ONLINE'`

// MySQL would wait as long as for somebody who says nothing, hours; the pool lets a connection go after 30 idle seconds.
const waitForGroup = `SET SESSION group_replication_consistency = 'BEFORE', wait_timeout = 40`

/** How a server of a cluster waits until it has written all that any server of the cluster had committed by then: before each read, or once. */
const clusters = {
  galera: {
    beforeReads: ['SET SESSION wsrep_sync_wait = 1'],
    once: ['SET STATEMENT wsrep_sync_wait = 1 FOR SELECT 1'],
  },
  groupReplication: {
    beforeReads: [waitForGroup],
    // A SELECT without a table waits for nobody; the beginning of a transaction does.
    once: [
      waitForGroup,
      'START TRANSACTION',
      'COMMIT',
      'SET SESSION group_replication_consistency = DEFAULT, wait_timeout = DEFAULT',
    ],
  },
}

/**
 * Makes a new connection ready. The server that is written to waits once: one that takes over may not have written all that it received,
 * and one that its group left out takes itself for a member for some seconds after its network is back.
 * @throws for a replica that is no member of a cluster, for a server that its group has left out, and whatever the server itself says
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
    // It answers whoever asks, with what it had when it was left out: `fatal`, as of a connection that broke.
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
