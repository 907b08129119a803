import { setFlagsFromString } from 'node:v8'
import { closeDatabase } from '~/database/database.server'
import { env } from '~/env.server'
import { aliveEverySeconds, forgetWorker, noteWorker } from '~/models/core/installation/workers.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { listTroubles } from '~/services/health'
import { log } from '~/services/log.server'
import { mailer } from '~/services/mail/mailer.server'
import { notifyReady } from '~/services/notify.server'
import { startWorker } from './loop.server'
import { slotsOf } from './open-slots'
import { periodicTasks } from './periodic.server'
import { givenUp, handlers } from './registry.server'

/* Worker process; any number may run concurrently. SIGTERM and SIGINT let it finish its current jobs. */

// An import leaves much garbage. With Node's default, the heap grows by 270 MB before garbage collection; with this
// value by 67 MB, for a tenth more processor time.
setFlagsFromString('--heap-growing-percent=20')

const worker = startWorker({
  handlers,
  givenUp,
  slotsOf,
  tasks: periodicTasks({ securityDays: env().SECURITY_LOG_DAYS }),
  alive: { everySeconds: aliveEverySeconds, tell: (name) => noteWorker(systemScope(), name, listTroubles()) },
})

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  log().info('stopping')
  await worker.stop()
  await forgetWorker(systemScope(), worker.name).catch(() => undefined)
  mailer().close()
  await closeDatabase()
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
log().info({ kinds: Object.keys(handlers) }, 'worker started')
void notifyReady(async () => true)
