import { type Engine, waitForNoDisk } from './cluster'

/** MariaDB servers in one Galera cluster. */
export const galera: Engine = {
  name: 'galera',
  settings: 'galera.cnf',
  // The first member creates the system tables; the others copy them from it.
  prepare: ({ data, founds }) => {
    const tables = `mariadb-install-db --no-defaults --user=mysql --datadir=${data} --skip-test-db --skip-name-resolve --force`
    return `install --directory --owner=mysql ${data}${founds ? ` && ${tables}` : ''}`
  },
  serve: ({ number, host, all, data, isFirst, founds }) => {
    const server = [
      `mariadbd --defaults-file=/galera.cnf --user=mysql --datadir=${data} --socket=${data}/socket --pid-file=${data}/pid`,
      // An empty address founds a cluster.
      `--server-id=${number} --wsrep-cluster-address=gcomm://${founds ? '' : all.join(',')} --wsrep-node-address=${host}`,
      `--wsrep-node-name=member${number} ${waitForNoDisk}`,
    ].join(' ')
    if (isFirst) return `exec ${server}${founds ? ' --init-file=/first.sql' : ''}`
    // Recovers the position like `mariadbd-safe`, but without InnoDB's purge, which may hang (docs/known-limits.md).
    const position = `$(${server} --wsrep-recover --innodb-force-recovery=2 2>&1 | sed -n 's/.*Recovered position: *//p' | tail -1)`
    return `exec ${server} --wsrep-start-position="${position}"`
  },
  // State 4: synchronized.
  seen: `SELECT MAX(IF(VARIABLE_NAME = 'WSREP_CLUSTER_SIZE', VARIABLE_VALUE, 0)) * MAX(VARIABLE_NAME = 'WSREP_LOCAL_STATE' AND VARIABLE_VALUE = '4')
    AS value FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME IN ('WSREP_CLUSTER_SIZE', 'WSREP_LOCAL_STATE')`,
}
