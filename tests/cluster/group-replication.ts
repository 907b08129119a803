import { type Engine, waitForNoDisk } from './cluster'

/** MySQL servers that are one replication group, of which one is written to. */
export const groupReplication: Engine = {
  name: 'group-replication',
  settings: 'mysql.cnf',
  // Each makes the same accounts for itself; nothing of that is sent to the others.
  prepare: ({ data }) =>
    `mysqld --no-defaults --user=root --datadir=${data} --initialize-insecure --init-file=/first.sql`,
  // For the first time it is told by hand whose group it joins. Later it does so by itself, and is started again where it ends, as by systemd.
  serve: ({ number, host, all, data, isFirst }) => {
    const server = [
      'mysqld --defaults-file=/mysql.cnf --user=root',
      `--datadir=${data} --socket=${data}/socket --pid-file=${data}/pid --server-id=${number} --report-host=${host}`,
      `${waitForNoDisk} --sync-binlog=0`,
      `--group-replication-local-address=${host}:33061 --group-replication-group-seeds=${all.map((one) => `${one}:33061`)}`,
    ].join(' ')
    // After kill -9 the number of the process in it may be that of another, here where numbers begin anew.
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
