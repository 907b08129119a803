import { closeDatabase } from '~/database/connection.server'
import { env } from '~/env.server'
import { log } from '~/services/log.server'
import { mailer } from '~/services/mail/mailer.server'
import { accrueFines } from './accrue-fines.server'
import { enqueueLateLapses } from './end-bed-offer.server'
import { enqueueLateExpiries } from './expire-order.server'
import { startWorker } from './loop.server'
import { raiseHostelMonths } from './raise-hostel-months.server'
import { raiseTransportPeriods } from './raise-transport-periods.server'
import { enqueueChecks } from './reconcile-payment.server'
import { givenUp, handlers } from './registry.server'
import { sealWithNewKey } from './seal-anew.server'
import { sweep } from './sweep.server'

/* The worker: any number of them may run beside each other. SIGTERM and SIGINT let it finish what it has in hand. */

const worker = startWorker({
  handlers,
  givenUp,
  tasks: [
    { name: 'payment checks', everySeconds: 2, run: enqueueChecks },
    { name: 'unpaid orders', everySeconds: 60, run: enqueueLateExpiries },
    { name: 'bed offers', everySeconds: 60, run: enqueueLateLapses },
    { name: 'hostel months', everySeconds: 600, run: raiseHostelMonths },
    { name: 'transport fares', everySeconds: 600, run: raiseTransportPeriods },
    { name: 'late fines', everySeconds: 600, run: accrueFines },
    { name: 'new key', everySeconds: 3600, run: sealWithNewKey },
    { name: 'sweep', everySeconds: 3600, run: () => sweep({ securityDays: env().SECURITY_LOG_DAYS }) },
  ],
})
log().info({ kinds: Object.keys(handlers) }, 'worker started')

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  log().info('stopping')
  await worker.stop()
  mailer().close()
  await closeDatabase()
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
