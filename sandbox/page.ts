import { createHash } from 'node:crypto'
import { METHODS, type Method, type StoredLink } from './state'

/** Stylesheet of the hosted page, which is plain HTML without script. */

const STYLE = `
*{box-sizing:border-box}
body{margin:0;background:#f4f6f8;color:#17212b;font:16px/1.5 system-ui,"Noto Sans",sans-serif}
.notice{margin:0;padding:12px 16px;background:#f2a71b;color:#17212b;text-align:center;font-weight:600}
main{max-width:480px;margin:0 auto;padding:16px}
.card{margin:0 0 16px;padding:20px;background:#fff;border:1px solid #d5dce3;border-radius:8px}
h1{margin:0 0 4px;font-size:22px;line-height:1.3}
.amount{margin:0 0 12px;font-size:28px;font-weight:700;font-variant-numeric:tabular-nums}
dl{margin:0}dt{margin-top:8px;color:#52606d;font-size:14px}dd{margin:0;overflow-wrap:anywhere}
fieldset{margin:0 0 16px;padding:8px 16px;border:1px solid #d5dce3;border-radius:8px}
legend{padding:0 4px;font-weight:600}
label{display:block;padding:10px 0;min-height:44px}
input[type=radio]{width:20px;height:20px;margin:0 10px 0 0;vertical-align:-4px}
button,.button{display:block;width:100%;min-height:48px;margin:0 0 12px;padding:10px 16px;border:1px solid #52606d;border-radius:8px;
background:#fff;color:#17212b;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button.main,.button.main{background:#0b5d4e;border-color:#0b5d4e;color:#fff}
button:focus-visible,.button:focus-visible,input:focus-visible{outline:3px solid #1f5fa8;outline-offset:2px}
.bad,.good{margin:0 0 16px;padding:12px 16px;border-left:6px solid #b3261e;background:#fff;color:#17212b}
.good{border-left-color:#1a7f4b}
@media (prefers-color-scheme:dark){body{background:#17212b;color:#f4f6f8}.card,.bad,.good{background:#22303d;color:#f4f6f8}
.card{border-color:#52606d}.bad{border-left-color:#ff8a80}dt{color:#c3ccd5}button,.button{background:#22303d;color:#f4f6f8}
button.main,.button.main{background:#8fd6c5;border-color:#8fd6c5;color:#17212b}}
`

/**
 * CSP of the hosted page: its own stylesheet only. Form targets are not restricted, because forms redirect to the
 * merchant.
 */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Formats paise as rupees with Indian grouping: ₹1,23,456.00. */
function rupees(paise: number): string {
  return `₹${(paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}

export function document(
  title: string,
  content: string,
  notice = 'PAYMENT SANDBOX. No real money moves here.',
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} - Payment sandbox</title>
<style>${STYLE}</style>
</head>
<body>
<header><p class="notice">${notice}</p></header>
<main>
${content}
</main>
</body>
</html>
`
}

const METHOD_NAMES: Record<Method, string> = { upi: 'UPI', card: 'Card', netbanking: 'Net banking' }

function details(link: StoredLink): string {
  const rows = [
    ['For', link.description],
    ['Reference', link.reference_id],
    ['Paid by', [link.customer.name, link.customer.email, link.customer.contact].filter(Boolean).join(', ')],
  ].filter(([, value]) => value)
  return `<section class="card">
<h1>Pay your school</h1>
<p class="amount">${rupees(link.amount)}</p>
<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value ?? '')}</dd>`).join('')}</dl>
</section>`
}

function methodChoice(): string {
  const choices = METHODS.map(
    (method, index) =>
      `<label><input type="radio" name="method" value="${method}"${index === 0 ? ' checked' : ''}>${METHOD_NAMES[method]}</label>`,
  )
  return `<fieldset><legend>Pay with</legend>${choices.join('')}</fieldset>`
}

function backLink(back: string | null, label: string): string {
  return back ? `<a class="button main" href="${escapeHtml(back)}">${label}</a>` : '<p>You may close this window.</p>'
}

interface PageState {
  link: StoredLink
  /** The last attempt on this link failed. */
  failed: boolean
  /** The bank confirmed a payment after the link had closed. */
  late: boolean
  /** Merchant's return address; after payment, with the signed parameters. */
  back: string | null
}

export function linkPage({ link, failed, late, back }: PageState): string {
  if (link.status === 'created') {
    const sorry = failed
      ? '<p class="bad" role="alert">The payment failed. Nothing was taken from your account. You can try again.</p>'
      : ''
    return document(
      failed ? 'Payment failed' : `Pay ${rupees(link.amount)}`,
      `${sorry}${details(link)}
<form method="post">
${methodChoice()}
<button class="main" name="act" value="pay">Pay ${rupees(link.amount)}</button>
<button name="act" value="fail">Fail this payment</button>
<button name="act" value="cancel">Cancel and go back</button>
<button name="act" value="late">Let it expire, then pay late</button>
</form>`,
    )
  }
  if (link.status === 'paid') {
    return document(
      'Paid',
      `<p class="good" role="status">This payment link is paid.</p>${details(link)}${backLink(back, 'Go back to the school')}`,
    )
  }
  const waiting = link.late_capture_at > 0
  const closed = `This payment link has ${link.status === 'cancelled' ? 'been cancelled' : 'expired'}.`
  const ending = waiting
    ? 'The bank will confirm the payment in a few seconds.'
    : late
      ? 'The bank has confirmed the payment late.'
      : 'It can no longer be paid.'
  const lateForm =
    waiting || late
      ? ''
      : `<form method="post">${methodChoice()}<button name="act" value="late">Capture a late payment anyway</button></form>`
  return document(
    'Payment link closed',
    `<p class="${late ? 'good' : 'bad'}" role="status">${closed} ${ending}</p>
${details(link)}${backLink(back, 'Go back to the school')}${lateForm}`,
  )
}

export function missingPage(): string {
  return document('Not found', '<section class="card"><h1>There is no such payment link</h1></section>')
}
