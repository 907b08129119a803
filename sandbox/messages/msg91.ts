import express, { type Request, type Router } from 'express'
import type { DltTemplate, MessageAccount } from './accounts'
import { carrySms, handleCall, indianTime, type MessageSurroundings, Refusal, type SmsFate } from './gateway'
import { rate } from './rates'

const refusal = (status: number, code: string, message: string, headers = {}) =>
  new Refusal(status, { type: 'error', code, message }, headers)

/** Status codes from the webhook's documentation: 1 delivered, 2 failed, 9 NDNC, 16 rejected. */
const statuses: Partial<Record<SmsFate, string>> = {
  DELIVERED_TO_HANDSET: '1',
  FAILED_INVALID_NUMBER: '2',
  FAILED_SUBSCRIBER_UNAVAILABLE: '2',
  FAILED_DND: '9',
}

/** Text of an MSG91 template with its variables filled in order. */
function textOf(template: DltTemplate, recipient: Record<string, unknown>): string {
  let number = 0
  return template.text.replace(/\{#\w+#\}/g, () => {
    number += 1
    return String(recipient[`VAR${number}`] ?? '')
  })
}

/** MSG91's "Send SMS via Flow", and its webhook in version 2. */
export function msg91Api(surroundings: MessageSurroundings): Router {
  const { office, switches, now } = surroundings
  const router = express.Router()
  const mayPass = rate(200, 300)

  function authenticate(request: Request): MessageAccount {
    const account = office.accounts.find(({ msg91 }) => msg91 && msg91.authkey === request.get('authkey'))
    if (!account) throw refusal(401, '207', 'Invalid authentication key')
    return account
  }

  router.use(express.json({ limit: '100kb' }))
  router.post(
    '/api/v5/flow',
    handleCall(surroundings, authenticate, { type: 'error', message: 'Internal Server Error' }, (account, request) => {
      const { template_id: templateId, sender, recipients } = (request.body ?? {}) as Record<string, unknown>
      const { limitRate, balanceUsedUp } = switches.read(account.name)
      if (limitRate || !mayPass(account.name, now().getTime()))
        throw refusal(429, '429', 'Too Many Requests', { 'Retry-After': '1' })
      if (typeof templateId !== 'string') throw refusal(400, '', 'template_id (flow id) missing')
      if (balanceUsedUp) throw refusal(400, '301', 'Insufficient balance to send an SMS')
      const registeredTemplate = account.dlt_templates.find(({ msg91_id, id }) => (msg91_id ?? id) === templateId)
      const template =
        registeredTemplate ?? (account.any_template ? { id: templateId, msg91_id: null, header: null, text: '' } : null)
      if (!template) throw refusal(400, '', 'Invalid template id')
      const header = String(sender ?? account.headers[0] ?? '')
      if (!account.headers.includes(header)) throw refusal(400, '203', 'Invalid sender ID or DLT Entity ID Missing')
      const [recipient] = Array.isArray(recipients) ? recipients : []
      const to = /^91([6-9]\d{9})$/.exec(String(recipient?.mobiles ?? ''))?.[1]
      if (!to) throw refusal(400, '202', 'Invalid mobile number')
      const variables = Object.entries(recipient as Record<string, unknown>).filter(([name]) => /^VAR\d+$/.test(name))
      const reference = String(recipient.CRQID ?? '')
      const { id, fate } = carrySms(surroundings, account, {
        to,
        header,
        text: template.text ? textOf(template, recipient) : variables.map(([, value]) => String(value)).join(' '),
        entityId: account.entity_id,
        templateId: template.id,
        isPromotional: false,
        reference,
      })
      const report = {
        date: indianTime(now()),
        number: `91${to}`,
        CRQID: reference,
        status: statuses[fate] ?? '16',
        desc: fate === 'DELIVERED_TO_HANDSET' ? 'DELIVERED' : fate,
        failedReason: fate === 'DELIVERED_TO_HANDSET' ? '' : fate,
      }
      const data = JSON.stringify([
        { senderId: header, requestId: id, report: [report], userId: '1', campaignName: 'API' },
      ])
      const url = account.msg91?.webhook_url
      if (url)
        office.report(account, [
          {
            url,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams({ data }).toString(),
          },
        ])
      return { type: 'success', message: id }
    }),
  )
  return router
}
