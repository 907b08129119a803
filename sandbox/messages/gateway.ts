import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { countSms } from '../../app/services/messages/port'
import type { MessageAccount } from './accounts'
import type { MessageSwitches } from './board'
import type { PostOffice } from './post-office'
import { type ScrubRefusal, scrub } from './scrub'

export interface MessageSurroundings {
  office: PostOffice
  switches: MessageSwitches
  now: () => Date
}

/** Error answer in the provider's own format. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: object,
    readonly headers: Record<string, string> = {},
  ) {
    super(`refused with ${status}`)
  }
}

/**
 * Handles a provider call: applies active faults, runs `work` and answers. `broken` is the provider's answer for an
 * outage.
 */
export function handleCall(
  { switches }: MessageSurroundings,
  authenticate: (request: Request) => MessageAccount,
  broken: object,
  work: (account: MessageAccount, request: Request) => object,
): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    try {
      const account = authenticate(request)
      const { timeOut, failWith5xx, loseAnswers } = switches.read(account.name)
      if (timeOut) return
      if (failWith5xx) throw new Refusal(500, broken)
      const result = work(account, request)
      if (!(loseAnswers && request.method === 'POST')) response.json(result)
    } catch (error) {
      if (!(error instanceof Refusal)) return next(error)
      response.set(error.headers).status(error.status).json(error.body)
    }
  }
}

export type SmsFate =
  | 'DELIVERED_TO_HANDSET'
  | 'FAILED_DND'
  | 'FAILED_INVALID_NUMBER'
  | 'FAILED_SUBSCRIBER_UNAVAILABLE'
  | ScrubRefusal

export interface Sms {
  to: string
  header: string
  text: string
  entityId: string
  templateId: string
  isPromotional: boolean
  reference: string
}

/** Processes an SMS: the operators scrub it, DND may block it, and the phone receives it if it can. */
export function carrySms({ office, switches, now }: MessageSurroundings, account: MessageAccount, sms: Sms) {
  const id = office.newId()
  const trouble = office.numbers.get(sms.to) ?? {}
  const { refuseTemplates, neverDeliver } = switches.read(account.name)
  const refusal = refuseTemplates ? 'FAILED_DLT_TEMPLATE' : scrub(account, sms)
  // Service messages reach numbers on DND (TCCCPR 2018), promotional ones do not.
  const isKept = trouble.dnd && sms.isPromotional
  const atPhone = trouble.nobody
    ? 'FAILED_INVALID_NUMBER'
    : trouble.off
      ? 'FAILED_SUBSCRIBER_UNAVAILABLE'
      : 'DELIVERED_TO_HANDSET'
  const fate: SmsFate = refusal ?? (isKept ? 'FAILED_DND' : atPhone)
  const failure = neverDeliver ? 'never delivered' : fate === 'DELIVERED_TO_HANDSET' ? null : fate
  office.keep(
    {
      id,
      account: account.name,
      channel: 'sms',
      to: sms.to,
      from: sms.header,
      text: sms.text,
      template: sms.templateId,
      reference: sms.reference,
      failure,
    },
    now(),
  )
  return { id, fate, parts: countSms(sms.text) }
}

/** Formats a time in IST: `2026-11-26 18:30:05`. */
export function indianTime(at: Date): string {
  return new Date(at.getTime() + 19_800_000).toISOString().slice(0, 19).replace('T', ' ')
}
