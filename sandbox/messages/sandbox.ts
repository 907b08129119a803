import express, { type NextFunction, type Request, type Response, type Router } from 'express'
import { PAGE_POLICY } from '../page'
import { type MessageAccount, parseAccount, parseDltTemplate, parseWhatsappTemplate } from './accounts'
import { messageSwitches } from './board'
import { exotelApi } from './exotel'
import { graphApi } from './graph'
import { msg91Api } from './msg91'
import { phonesPage } from './phones-page'
import { postOffice } from './post-office'

/** Simulates the SMS gateways, the operators behind them, WhatsApp, and the phones. */
export function messageSandbox(accounts: MessageAccount[], now: () => Date) {
  const switches = messageSwitches()
  const office = postOffice(switches)
  for (const account of accounts) office.put(parseAccount({ ...account }))
  const surroundings = { office, switches, now }

  const router: Router = express.Router()
  router.use('/exotel', exotelApi(surroundings))
  router.use('/exotel_mumbai', exotelApi(surroundings))
  router.use('/msg91', msg91Api(surroundings))
  router.use('/whatsapp', graphApi(surroundings))
  router.use('/control', control())
  router.get('/', (request, response) => {
    const to = typeof request.query.to === 'string' ? request.query.to : ''
    response.set('Content-Security-Policy', PAGE_POLICY).type('html').send(phonesPage(office.messages, to))
  })

  /** `/messages/control/…`: like the payment control API, for this machine only and in JSON only. */
  function control(): Router {
    const routes = express.Router()
    routes.use(express.json({ limit: '100kb' }))
    const bodyOf = (request: Request) => (request.body ?? {}) as Record<string, unknown>
    const nameIn = (value: unknown) => (typeof value === 'string' ? value : undefined)

    routes.post('/accounts', (request, response) => {
      const account = parseAccount(bodyOf(request))
      office.put(account)
      response.status(201).json({ name: account.name })
    })
    routes.post('/templates', (request, response) => {
      const { account: name, dlt, whatsapp } = bodyOf(request)
      const account = office.accounts.find((one) => one.name === name)
      if (!account) throw new TypeError('There is no such account.')
      if (dlt) account.dlt_templates.push(parseDltTemplate(dlt as Record<string, unknown>))
      if (whatsapp) account.whatsapp_templates.push(parseWhatsappTemplate(whatsapp as Record<string, unknown>))
      response.status(201).json({ name })
    })
    routes.post('/numbers', (request, response) => {
      const { number, dnd, off, nobody, noWhatsapp } = bodyOf(request)
      if (!/^[6-9]\d{9}$/.test(String(number))) throw new TypeError('number takes ten digits.')
      office.numbers.set(String(number), {
        dnd: dnd === true,
        off: off === true,
        nobody: nobody === true,
        noWhatsapp: noWhatsapp === true,
      })
      response.status(201).json({ number })
    })
    routes.post('/switches', (request, response) => {
      const { account, reset, ...changes } = bodyOf(request)
      const accountName = nameIn(account)
      if (reset === true) switches.reset(accountName)
      switches.set(changes as Parameters<typeof switches.set>[0], accountName)
      response.json(switches.read(accountName))
    })
    routes.get('/phones', (request, response) => {
      const { to, account, reference } = request.query
      response.json({
        messages: office.messages.filter(
          (one) =>
            (to === undefined || one.to === to) &&
            (account === undefined || one.account === account) &&
            (reference === undefined || one.reference === reference),
        ),
      })
    })
    routes.get('/reports', (request, response) => {
      const { account } = request.query
      response.json({ reports: office.reports.filter((one) => account === undefined || one.account === account) })
    })
    routes.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) return next(error)
      response.status(400).json({ error: error.message })
    })
    return routes
  }

  return {
    router,
    switches,
    addAccount: (account: MessageAccount) => office.put(parseAccount({ ...account })),
    setNumber: (number: string, trouble: Parameters<typeof office.numbers.set>[1]) =>
      office.numbers.set(number, trouble),
    /** Every message of an account, including undelivered ones, oldest first. */
    messages: (account: string) => office.messages.filter((one) => one.account === account),
    /** Every report on an account's messages, even one that was not sent, oldest first, as a handler expects it. */
    reports: (account: string) => office.reports.filter((one) => one.account === account),
    settled: () => office.settled(),
    stop: () => office.stop(),
  }
}
