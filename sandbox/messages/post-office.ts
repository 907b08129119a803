import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { MessageAccount } from './accounts'
import type { MessageSwitches } from './board'

export interface PhoneMessage {
  id: string
  account: string
  channel: 'sms' | 'whatsapp'
  /** Mobile number of ten digits. */
  to: string
  from: string
  text: string
  template: string
  reference: string
  /** Reason why no phone received it; null when one did. */
  failure: string | null
  at: string
}

/** A report as the provider sends it: body and headers, usable directly by a handler. */
export interface StoredReport {
  account: string
  url: string
  headers: Record<string, string>
  body: string
  state: 'waiting' | 'delivered' | 'given-up' | 'dropped'
}

/** Faults of a phone number, independent of the sender. */
export interface NumberTrouble {
  dnd?: boolean
  /** Phone switched off: messages are not delivered, but the number is in use. */
  off?: boolean
  /** Number not in use. */
  nobody?: boolean
  noWhatsapp?: boolean
}

const retryDelaysMs = [500, 1000, 2000]
const answerWithinMs = 5000

/** Phones, their messages and reports. Kept in memory: a restart clears them, which is fine for a demo. */
export function postOffice(switches: MessageSwitches) {
  const accounts: MessageAccount[] = []
  const messages: PhoneMessage[] = []
  const reports: StoredReport[] = []
  const numbers = new Map<string, NumberTrouble>()
  const stopped = new AbortController()
  const underWay = new Set<Promise<void>>()

  async function post(report: StoredReport): Promise<boolean> {
    try {
      const answer = await fetch(report.url, {
        method: 'POST',
        headers: report.headers,
        body: report.body,
        redirect: 'manual',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(answerWithinMs)]),
      })
      await answer.body?.cancel()
      return answer.ok
    } catch {
      return false
    }
  }

  const pause = (ms: number) => setTimeout(ms, undefined, { signal: stopped.signal }).catch(() => {})

  async function deliver(waiting: StoredReport[], { delayMs, repeats }: { delayMs: number; repeats: number }) {
    if (delayMs > 0) await pause(delayMs)
    for (const report of waiting) {
      let isTaken = await post(report)
      for (const delay of retryDelaysMs) {
        if (isTaken || stopped.signal.aborted) break
        await pause(delay)
        isTaken = await post(report)
      }
      for (let more = 0; isTaken && more < repeats && !stopped.signal.aborted; more += 1) await post(report)
      report.state = isTaken ? 'delivered' : 'given-up'
    }
  }

  return {
    accounts,
    messages,
    reports,
    numbers,
    put(account: MessageAccount): void {
      const at = accounts.findIndex(({ name }) => name === account.name)
      if (at < 0) accounts.push(account)
      else accounts[at] = account
    },
    newId: () => randomBytes(16).toString('hex'),
    /** Stores a message, which its phone has received unless the message has a `failure`. */
    keep(message: Omit<PhoneMessage, 'at'>, now: Date): void {
      messages.push({ ...message, at: now.toISOString() })
    },
    /** Stores reports and starts sending them; returns without waiting. */
    report(account: MessageAccount, newReports: Omit<StoredReport, 'account' | 'state'>[]): void {
      const { dropReports, neverDeliver, repeatReports, delayReportsMs, reorderReports } = switches.read(account.name)
      if (neverDeliver) return
      const waiting = newReports.map((one) => ({
        ...one,
        account: account.name,
        state: dropReports ? ('dropped' as const) : ('waiting' as const),
      }))
      reports.push(...waiting)
      if (dropReports) return
      const order = reorderReports ? waiting.toReversed() : waiting
      const work = deliver(order, { delayMs: delayReportsMs, repeats: repeatReports })
      const watched = work.catch(() => {}).finally(() => underWay.delete(watched))
      underWay.add(watched)
    },
    /** Resolves when no report is being sent or waiting for a retry. */
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    stop(): void {
      stopped.abort()
    },
  }
}

export type PostOffice = ReturnType<typeof postOffice>
