import { document, escapeHtml } from '../page'
import type { PhoneMessage } from './post-office'

const max = 100

export function phonesPage(messages: readonly PhoneMessage[], to: string): string {
  const visibleMessages = messages.filter((one) => to === '' || one.to === to).toReversed()
  const cards = visibleMessages.slice(0, max).map(
    (one) => `<section class="card">
<dl><dt>${one.channel === 'sms' ? 'SMS' : 'WhatsApp'} to</dt><dd>${escapeHtml(one.to)}</dd>
<dt>From</dt><dd>${escapeHtml(one.from)}</dd><dt>Text</dt><dd>${escapeHtml(one.text)}</dd>
<dt>Sent</dt><dd>${escapeHtml(one.at)}</dd>${one.failure ? `<dt>Not received</dt><dd>${escapeHtml(one.failure)}</dd>` : ''}</dl>
</section>`,
  )
  const form = `<form method="get" class="card"><label>Number <input name="to" value="${escapeHtml(to)}" inputmode="numeric"></label>
<button class="main">Show its messages</button></form>`
  const none = '<section class="card"><h1>No messages</h1></section>'
  return document('Phones', form + (cards.join('') || none), 'MESSAGE SANDBOX. These phones are not real.')
}
