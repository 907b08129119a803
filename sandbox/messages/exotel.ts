import express, { type Request, type Router } from 'express'
import type { MessageAccount } from './accounts'
import { carrySms, handleCall, indianTime, type MessageSurroundings, Refusal, type SmsFate } from './gateway'
import { rate } from './rates'

const refusal = (status: number, Message: string, headers = {}) =>
  new Refusal(status, { RestException: { Status: status, Message } }, headers)

/** Codes from "SMS Status Codes" (developer.exotel.com). */
const codes: Record<SmsFate, number> = {
  DELIVERED_TO_HANDSET: 20005,
  FAILED_DND: 23005,
  FAILED_INVALID_NUMBER: 23010,
  FAILED_SUBSCRIBER_UNAVAILABLE: 23035,
  FAILED_INVALID_SENDER: 23072,
  FAILED_DLT_SCRUBBING: 23080,
  FAILED_DLT_ENTITY: 23081,
  FAILED_DLT_TEMPLATE: 23082,
}

export const messagesPerMinute = 200

/** The part of Exotel's SMS API that the portal uses, with the documented message limit. */
export function exotelApi(surroundings: MessageSurroundings): Router {
  const { office, switches, now } = surroundings
  const router = express.Router()
  const mayPass = rate(messagesPerMinute, 300)

  function authenticate(request: Request): MessageAccount {
    const [scheme, encoded] = (request.headers.authorization ?? '').split(' ')
    const [key, ...token] = Buffer.from(scheme === 'Basic' ? (encoded ?? '') : '', 'base64')
      .toString()
      .split(':')
    const account = office.accounts.find(({ exotel }) => exotel?.key === key && exotel?.token === token.join(':'))
    if (!account) throw refusal(401, 'Authentication failed. Invalid API Key or Token.')
    if (account.exotel?.sid !== request.params.sid) throw refusal(403, 'The account is not yours.')
    return account
  }
  const broken = { RestException: { Status: 500, Message: 'Internal Server Error' } }

  router.use(express.urlencoded({ extended: false, limit: '20kb' }))
  router.post(
    '/v1/Accounts/:sid/Sms/send.json',
    handleCall(surroundings, authenticate, broken, (account, { body = {} }) => {
      const { limitRate, balanceUsedUp } = switches.read(account.name)
      if (limitRate || !mayPass(account.name, now().getTime()))
        throw refusal(429, 'Too Many Requests', { 'Retry-After': '1' })
      if (balanceUsedUp) throw refusal(402, 'Insufficient balance in the account')
      const to = /^(?:\+?91|0)?([6-9]\d{9})$/.exec(String(body.To ?? ''))?.[1]
      if (!to) throw refusal(400, 'Mandatory parameter To is not a valid phone number')
      if (!body.Body || String(body.Body).length > 2000) throw refusal(400, 'Body takes 1 to 2000 characters')
      if (!account.headers.includes(body.From)) throw refusal(400, 'From: no valid Sender ID against the SMS body')
      const sms = {
        to,
        header: String(body.From),
        text: String(body.Body),
        entityId: String(body.DltEntityId ?? ''),
        templateId: String(body.DltTemplateId ?? ''),
        isPromotional: body.SmsType === 'promotional',
        reference: String(body.CustomField ?? ''),
      }
      const { id, fate, parts } = carrySms(surroundings, account, sms)
      const report = (Status: string, words: string, code: number) => ({
        url: String(body.StatusCallback),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          SmsSid: id,
          To: `0${to}`,
          Status,
          SmsUnits: String(parts),
          DetailedStatus: words,
          DetailedStatusCode: String(code),
          DateSent: indianTime(now()),
          CustomField: sms.reference,
        }).toString(),
      })
      const last = fate === 'DELIVERED_TO_HANDSET' ? 'sent' : fate === 'FAILED_DND' ? 'failed_dnd' : 'failed'
      if (body.StatusCallback)
        office.report(account, [
          ...(fate === 'DELIVERED_TO_HANDSET' ? [report('sent', 'DELIVERED_TO_OPERATOR', 20006)] : []),
          report(last, fate, codes[fate]),
        ])
      return {
        SMSMessage: {
          Sid: id,
          AccountSid: account.exotel?.sid,
          From: sms.header,
          To: `0${to}`,
          DateCreated: indianTime(now()),
          DateSent: null,
          Body: sms.text,
          Direction: 'outbound-api',
          Status: 'queued',
        },
      }
    }),
  )
  router.get(
    '/v1/Accounts/:sid/SMS/Messages/:id.json',
    handleCall(surroundings, authenticate, broken, (account, { params }) => {
      const message = office.messages.find(({ id, account: name }) => id === params.id && name === account.name)
      if (!message) throw refusal(404, 'Not Found')
      return { SMSMessage: { Sid: message.id, Status: message.failure ? 'failed' : 'sent', Body: message.text } }
    }),
  )
  return router
}
