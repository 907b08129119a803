import { type Engine, waitForNoDisk } from './cluster'

/** MariaDB servers that are one Galera cluster. */
export const galera: Engine = {
  name: 'galera',
  settings: 'galera.cnf',
  // The first member makes the tables of the system, the others get them from it.
  prepare: ({ number, data, founds }) => {
    const tables = `mariadb-install-db --no-defaults --user=mysql --datadir=${data} --skip-test-db --skip-name-resolve --force`
    const log = `install --owner=mysql --mode=644 /dev/null /member${number}.err.log`
    return `install --directory --owner=mysql ${data} /run/mysqld && ${log}${founds ? ` && ${tables}` : ''}`
  },
  // An address without names founds a cluster.
  serve: ({ number, host, all, data, founds }) =>
    [
      'exec mariadbd-safe --defaults-file=/galera.cnf --user=mysql --skip-syslog',
      `--datadir=${data} --socket=${data}/socket --pid-file=${data}/pid --log-error=/member${number}.err.log --server-id=${number}`,
      `--wsrep-cluster-address=gcomm://${founds ? '' : all.join(',')} --wsrep-node-address=${host} --wsrep-node-name=member${number}`,
      waitForNoDisk,
      founds ? '--init-file=/first.sql' : '',
    ].join(' '),
  // 4: it belongs to the cluster and has caught up.
  seen: `SELECT MAX(IF(VARIABLE_NAME = 'WSREP_CLUSTER_SIZE', VARIABLE_VALUE, 0)) * MAX(VARIABLE_NAME = 'WSREP_LOCAL_STATE' AND VARIABLE_VALUE = '4')
    AS value FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME IN ('WSREP_CLUSTER_SIZE', 'WSREP_LOCAL_STATE')`,
}
