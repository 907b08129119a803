import type { Migration } from '../../app/database/migration'

/**
 * Queues jobs by class and lane; within these, schools take turns. turn_of: id of the school, 0 for the installation's
 * own work. Jobs enqueued by an older app version get the defaults, which every worker serves.
 */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE jobs
    ADD COLUMN class ENUM('money','waited','bulk') NOT NULL DEFAULT 'waited' AFTER kind,
    ADD COLUMN lane ENUM('work','mail','message','import','provider') NOT NULL DEFAULT 'work' AFTER class,
    ADD COLUMN turn_of BIGINT UNSIGNED GENERATED ALWAYS AS (COALESCE(school_id, 0)) STORED`)
  await run(`UPDATE jobs SET
      class = CASE
        WHEN kind IN ('reconcile-payment', 'send-refund', 'due-settled', 'make-receipt', 'expire-order') THEN 'money'
        WHEN kind IN ('check-import', 'run-import', 'make-certificate', 'close-attempt') THEN 'waited'
        ELSE 'bulk' END,
      lane = CASE
        WHEN kind IN ('reconcile-payment', 'send-refund') THEN 'provider'
        WHEN kind IN ('check-import', 'run-import') THEN 'import'
        WHEN kind = 'send-mail' THEN 'mail'
        WHEN kind = 'send-message' THEN 'message'
        ELSE 'work' END
    WHERE state IN ('waiting', 'running')`)
  await run(`UPDATE jobs j JOIN outgoing_mail o ON o.id = CAST(JSON_EXTRACT(j.payload, '$.mailId') AS UNSIGNED) SET j.class = 'waited'
    WHERE j.state = 'waiting' AND j.kind = 'send-mail' AND o.kind = 'account'`)
  await run('CREATE INDEX jobs_turns ON jobs (state, class, lane, turn_of, run_at)')
}
