import { type Engine, waitForNoDisk } from './cluster'

/** MySQL servers in one replication group with one writer. */
export const groupReplication: Engine = {
  name: 'group-replication',
  settings: 'mysql.cnf',
  // Each server creates the same accounts itself, without replication.
  prepare: ({ data }) =>
    `mysqld --no-defaults --user=root --datadir=${data} --initialize-insecure --init-file=/first.sql`,
  // On its first start, a member joins the group by a command. Later it joins by itself, and the loop restarts it
  // whenever it ends, as systemd would.
  serve: ({ number, host, all, data, isFirst }) => {
    const server = [
      'mysqld --defaults-file=/mysql.cnf --user=root',
      `--datadir=${data} --socket=${data}/socket --pid-file=${data}/pid --server-id=${number} --report-host=${host}`,
      `${waitForNoDisk} --sync-binlog=0`,
      `--group-replication-local-address=${host}:33061 --group-replication-group-seeds=${all.map((one) => `${one}:33061`)}`,
    ].join(' ')
    // After kill -9, the pid in the lock may belong to another process, because this namespace reuses low numbers.
    const unlock = `rm -f ${data}/socket.lock; `
    const once = isFirst ? `${server} --group-replication-start-on-boot=OFF; sleep 1; ` : ''
    return `${unlock}${once}while :; do ${server}; sleep 1; done`
  },
  join: (founds) => [
    `CHANGE REPLICATION SOURCE TO SOURCE_USER = 'shala', SOURCE_PASSWORD = 'for-tests-only' FOR CHANNEL 'group_replication_recovery'`,
    ...(founds ? ['SET GLOBAL group_replication_bootstrap_group = ON'] : []),
    'START GROUP_REPLICATION',
    ...(founds ? ['SET GLOBAL group_replication_bootstrap_group = OFF'] : []),
  ],
  seen: `SELECT SUM(MEMBER_STATE = 'ONLINE') * SUM(MEMBER_ID = @@server_uuid AND MEMBER_STATE = 'ONLINE') AS value
    FROM performance_schema.replication_group_members`,
}
