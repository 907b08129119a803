import type { Migration } from '../../app/database/migration'

/**
 * Stores the job class on the mail, so that later jobs of the same mail keep it. Jobs that failed before classes
 * existed (0107) get the default class of their kind, in case they are repeated. The operator can dismiss failed mails.
 */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE outgoing_mail
    ADD COLUMN class ENUM('money','waited','bulk') NOT NULL DEFAULT 'bulk' AFTER kind,
    ADD COLUMN dismissed_at DATETIME(3) NULL AFTER sent_at`)
  await run("UPDATE outgoing_mail SET class = 'waited' WHERE kind = 'account' AND state IN ('waiting', 'failed')")
  await run(`UPDATE outgoing_mail o JOIN jobs j ON o.id = CAST(JSON_EXTRACT(j.payload, '$.mailId') AS UNSIGNED) SET o.class = j.class
    WHERE j.state IN ('waiting', 'running') AND j.kind = 'send-mail'`)
  // All other kinds already have the right lane and class by the default.
  await run(`UPDATE jobs SET
      class = CASE
        WHEN kind IN ('reconcile-payment', 'send-refund', 'due-settled', 'make-receipt', 'expire-order') THEN 'money'
        WHEN kind IN ('check-import', 'run-import') THEN 'waited'
        ELSE 'bulk' END,
      lane = CASE
        WHEN kind IN ('reconcile-payment', 'send-refund') THEN 'provider'
        WHEN kind IN ('check-import', 'run-import') THEN 'import'
        WHEN kind = 'send-mail' THEN 'mail'
        WHEN kind = 'send-message' THEN 'message'
        ELSE 'work' END
    WHERE state = 'failed' AND class = 'waited' AND lane = 'work' AND kind NOT IN ('make-certificate', 'close-attempt')`)
  await run(`UPDATE jobs j JOIN outgoing_mail o ON o.id = CAST(JSON_EXTRACT(j.payload, '$.mailId') AS UNSIGNED) SET j.class = 'waited'
    WHERE j.state = 'failed' AND j.kind = 'send-mail' AND o.kind = 'account'`)
}
