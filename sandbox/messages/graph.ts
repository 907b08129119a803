import express, { type Request, type Router } from 'express'
import { signAsMeta } from '../../app/services/messages/signatures.server'
import type { MessageAccount } from './accounts'
import { handleCall, type MessageSurroundings, Refusal } from './gateway'
import { rate } from './rates'

/** Error as in "Error codes" of the Cloud API. */
const refusal = (status: number, code: number, message: string) =>
  new Refusal(status, {
    error: { message: `(#${code}) ${message}`, type: 'OAuthException', code, fbtrace_id: 'sandbox' },
  })

/** Request body for sending a template; any field may be missing. */
interface PostedMessage {
  to?: unknown
  type?: unknown
  biz_opaque_callback_data?: unknown
  template?: {
    name?: unknown
    language?: { code?: unknown }
    components?: { type?: unknown; parameters?: { text?: unknown }[] }[]
  }
}

/** WhatsApp's codes of languages: `en`, `en_US`. */
const languageCode = /^[a-z]{2,3}(_[A-Z]{2})?$/

/**
 * WhatsApp's Cloud API as a school uses it: 80 messages per second from one number ("Throughput"), and one per six
 * seconds to one recipient, with a burst of 45 ("Pair rate limits").
 */
export function graphApi(surroundings: MessageSurroundings): Router {
  const { office, switches, now } = surroundings
  const router = express.Router()
  const mayPass = rate(80, 1000 / 80)
  const mayPassToOne = rate(45, 6000)

  function authenticate(request: Request): MessageAccount {
    const token = /^Bearer (.+)$/.exec(request.get('authorization') ?? '')?.[1]
    const account = office.accounts.find(({ whatsapp }) => whatsapp && whatsapp.token === token)
    if (!account) throw refusal(401, 190, 'Access token has expired')
    return account
  }
  const broken = { error: { message: 'Service temporarily unavailable', type: 'OAuthException', code: 2 } }

  router.use(express.json({ limit: '100kb' }))
  router.get(
    '/:version/:business/phone_numbers',
    handleCall(surroundings, authenticate, broken, ({ whatsapp }, { params }) => {
      if (whatsapp?.business_id !== params.business) throw refusal(400, 100, 'Object does not exist')
      return { data: [{ id: whatsapp?.phone_number_id }] }
    }),
  )
  router.post(
    '/:version/:phone/messages',
    handleCall(surroundings, authenticate, broken, (account, request) => {
      const { whatsapp } = account
      if (whatsapp?.phone_number_id !== request.params.phone) throw refusal(400, 100, 'Object does not exist')
      const body = (request.body ?? {}) as PostedMessage
      const { limitRate, balanceUsedUp, refuseTemplates, neverDeliver } = switches.read(account.name)
      const at = now().getTime()
      const to = /^91([6-9]\d{9})$/.exec(String(body.to ?? ''))?.[1]
      if (!to) throw refusal(400, 131009, 'Parameter value is not valid')
      if (limitRate || !mayPass(account.name, at)) throw refusal(429, 130429, 'Rate limit hit')
      if (!mayPassToOne(`${account.name} ${to}`, at)) throw refusal(429, 131056, 'Pair rate limit hit')
      if (balanceUsedUp) throw refusal(400, 131042, 'Business eligibility payment issue')
      if (body.type !== 'template') throw refusal(400, 131047, 'Re-engagement message')
      const name = String(body.template?.name ?? '')
      const language = String(body.template?.language?.code ?? '')
      const values = (body.template?.components ?? [])
        .filter(({ type }) => type === 'body')
        .flatMap(({ parameters }) => parameters ?? [])
        .map(({ text }) => String(text))
      const registeredTemplate = account.whatsapp_templates.find(
        (one) => one.name === name && one.language === language,
      )
      if (
        refuseTemplates ||
        registeredTemplate?.status === 'REJECTED' ||
        (!registeredTemplate && !account.any_template) ||
        !languageCode.test(language)
      )
        throw refusal(404, 132001, 'Template does not exist')
      if (registeredTemplate?.status === 'PAUSED') throw refusal(400, 132015, 'Template is paused')
      if (registeredTemplate && registeredTemplate.variables !== values.length)
        throw refusal(400, 132000, 'Number of parameters does not match the expected number of params')
      const trouble = office.numbers.get(to) ?? {}
      const code = trouble.noWhatsapp || trouble.nobody ? 131026 : null
      const failure = neverDeliver ? 'never delivered' : code ? `failed with ${code}` : trouble.off ? 'off' : null
      const id = `wamid.${office.newId()}`
      const reference = String(body.biz_opaque_callback_data ?? '')
      const text = `${name} (${language}): ${values.join(' | ')}`
      const from = whatsapp?.phone_number_id ?? ''
      office.keep(
        { id, account: account.name, channel: 'whatsapp', to, from, text, template: name, reference, failure },
        now(),
      )
      const states = code ? ['failed'] : trouble.off ? ['sent'] : ['sent', 'delivered', 'read']
      if (whatsapp?.webhook_url)
        office.report(
          account,
          states.map((status) => {
            const report = JSON.stringify({
              object: 'whatsapp_business_account',
              entry: [
                {
                  id: whatsapp.business_id,
                  changes: [
                    {
                      field: 'messages',
                      value: {
                        messaging_product: 'whatsapp',
                        metadata: { display_phone_number: '910000000000', phone_number_id: from },
                        statuses: [
                          {
                            id,
                            status,
                            timestamp: String(Math.floor(at / 1000)),
                            recipient_id: `91${to}`,
                            ...(reference ? { biz_opaque_callback_data: reference } : {}),
                            ...(code ? { errors: [{ code, title: 'Message undeliverable' }] } : {}),
                          },
                        ],
                      },
                    },
                  ],
                },
              ],
            })
            return {
              url: whatsapp.webhook_url ?? '',
              headers: {
                'content-type': 'application/json',
                'x-hub-signature-256': signAsMeta(report, whatsapp.app_secret),
              },
              body: report,
            }
          }),
        )
      return {
        messaging_product: 'whatsapp',
        contacts: [{ input: body.to, wa_id: `91${to}` }],
        messages: [{ id, message_status: 'accepted' }],
      }
    }),
  )
  return router
}
