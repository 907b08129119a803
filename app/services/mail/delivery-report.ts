import { type Verdict, verdictOf } from './delivery-status'

/** Content of a report that came back for a mail: a permanent or temporary failure, or a spam complaint. */
export type MailReport =
  | { kind: 'failed' | 'delayed'; verdict: Verdict; reason: string }
  | { kind: 'complaint'; feedback: string }

/** Limits for the nesting and number of parts; no genuine report exceeds them. */
const maxDepth = 4
const maxParts = 40
/** Size limit; the fields of a report are a few lines. */
const maxFieldBytes = 64 * 1024

/**
 * Reads a delivery report (RFC 3464, as Postfix, Gmail and Exchange write it) or a complaint (ARF, RFC 5965) from a raw
 * mail; null for any other mail. Strangers write these mails: only the verdict and one cleaned line are kept, and only
 * the signed return address (`return-address.server`) identifies the mail.
 */
export function readReport(raw: Buffer): MailReport | null {
  // Decodes bytes as Latin-1: headers and fields are ASCII, and other bytes do no harm.
  const parts = partsOf(raw.toString('latin1'))
  for (const { type, body } of parts) {
    if (type === 'message/feedback-report') {
      const feedback = fieldsIn(body)['feedback-type']
      if (feedback) return { kind: 'complaint', feedback: line(feedback).slice(0, 40) }
    }
    if (type === 'message/delivery-status' || type === 'message/global-delivery-status') {
      const deliveryStatus = statusOf(body)
      if (deliveryStatus) return deliveryStatus
    }
  }
  return null
}

/** Returns the worst status of any recipient; delivered and relayed copies do not count as failures. */
function statusOf(body: string): MailReport | null {
  const readers = body
    .split(/\n[ \t]*\n/)
    .map(fieldsIn)
    .filter((fields) => fields.action !== undefined)
  const failed = readers.find(({ action }) => /^failed\b/i.test(action ?? ''))
  const delayed = readers.find(({ action }) => /^delayed\b/i.test(action ?? ''))
  const one = failed ?? delayed
  if (!one) return null
  const status = line(one.status ?? '')
  const diagnostic = line(one['diagnostic-code'] ?? '').replace(/^(smtp|x-[\w-]+)\s*;\s*/i, '')
  const reason = (diagnostic || status || 'no reason was given').slice(0, 200)
  if (!failed) return { kind: 'delayed', verdict: 'later', reason }
  return { kind: 'failed', verdict: verdictOf(`${status} ${diagnostic}`, { isReport: true }), reason }
}

type Part = { type: string; body: string }

/** Returns all parts of a mail that contain no parts themselves, in order. */
function partsOf(mail: string): Part[] {
  const parts: Part[] = []
  let partCount = 0
  const walk = (text: string, depth: number) => {
    partCount += 1
    if (partCount > maxParts || depth > maxDepth) return
    const { headers, body } = split(text)
    const [type, boundary] = contentType(headers['content-type'] ?? 'text/plain')
    if (type.startsWith('multipart/')) {
      if (boundary) for (const part of between(body, boundary)) walk(part, depth + 1)
      return
    }
    parts.push({ type, body: decoded(body.slice(0, maxFieldBytes), headers['content-transfer-encoding'] ?? '') })
  }
  walk(mail.replaceAll('\r\n', '\n'), 0)
  return parts
}

function split(text: string): { headers: Record<string, string>; body: string } {
  if (text.startsWith('\n')) return { headers: {}, body: text.slice(1) }
  const end = text.indexOf('\n\n')
  const head = (end < 0 ? text : text.slice(0, end)).slice(0, maxFieldBytes)
  return { headers: fieldsIn(head), body: end < 0 ? '' : text.slice(end + 2) }
}

/**
 * Reads `Name: value` lines with lower-case names; a line that begins with a space continues the previous one. The
 * first value of a name counts.
 */
function fieldsIn(text: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  for (const one of text.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = one.indexOf(':')
    if (colon < 1) continue
    fields[one.slice(0, colon).trim().toLowerCase()] ??= one.slice(colon + 1).trim()
  }
  return fields
}

function contentType(value: string): [type: string, boundary: string | null] {
  const [type = ''] = value.split(';')
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(value) ?? []
  return [type.trim().toLowerCase(), quoted ?? bare ?? null]
}

/** Returns the parts between the boundary lines; a truncated mail ends at its last line. */
function between(body: string, boundary: string): string[] {
  const parts: string[] = []
  let part: string[] | null = null
  for (const one of body.split('\n')) {
    const mark = one.trimEnd()
    const isLast = mark === `--${boundary}--`
    if (mark === `--${boundary}` || isLast) {
      if (part) parts.push(part.join('\n'))
      part = isLast ? null : []
      if (parts.length >= maxParts) return parts
    } else part?.push(one)
  }
  if (part) parts.push(part.join('\n'))
  return parts
}

function decoded(body: string, encoding: string): string {
  const plain = {
    base64: () => Buffer.from(body, 'base64').toString('latin1'),
    'quoted-printable': () => unquoted(body),
  }
  return (plain[encoding.trim().toLowerCase() as keyof typeof plain]?.() ?? body).replaceAll('\r\n', '\n')
}

const unquoted = (text: string) =>
  text
    .replace(/=[ \t]*\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Reduces a text to one line of printable ASCII, for the office's page and the log. */
const line = (text: string) =>
  text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
