import { describe, expect, it } from 'vitest'
import { growth, tooSteep } from '../../../tests/setup/growth'
import { readReport } from './delivery-report'
import { verdictOf } from './delivery-status'

const crlf = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))

/** Reports in the layout of each server; the addresses are invented. */
const postfix = `Return-Path: <>
From: MAILER-DAEMON@mx.example.in (Mail Delivery System)
To: bounces+2s-0123456789abcdef0123@mail.example.in
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4Bx1.1712/mx.example.in"

This is a MIME-encapsulated message.

--4Bx1.1712/mx.example.in
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.example.in.

--4Bx1.1712/mx.example.in
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.in
X-Postfix-Queue-ID: 4Bx1

Final-Recipient: rfc822; asha@family.test
Original-Recipient: rfc822;asha@family.test
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.family.test
Diagnostic-Code: smtp; 550 5.1.1 <asha@family.test>: Recipient address rejected:
    User unknown in virtual mailbox table

--4Bx1.1712/mx.example.in
Content-Description: Undelivered Message
Content-Type: message/rfc822

Subject: Notice

Status: 2.0.0
--4Bx1.1712/mx.example.in--
`

const gmail = postfix
  .replace('"4Bx1.1712/mx.example.in"', '"000000000000a1"')
  .replaceAll('4Bx1.1712/mx.example.in', '000000000000a1')
  .replace('Action: failed\nStatus: 5.1.1', 'Action: failed\nStatus: 5.2.1')
  .replace(/smtp; 550[^\n]*\n[^\n]*/, 'smtp; 550-5.2.1 The email account that you tried to reach is inactive.')

const exchange = `To: bounces+2s-0123456789abcdef0123@mail.example.in
Content-Type: multipart/report; report-type=delivery-status;
\tboundary=_3f7b_DB9PR.outlook_
MIME-Version: 1.0

--_3f7b_DB9PR.outlook_
Content-Type: multipart/alternative; boundary="inner"

--inner
Content-Type: text/html; charset="utf-16"
Content-Transfer-Encoding: base64

//48AGgAdABtAGwAPgA=
--inner--

--_3f7b_DB9PR.outlook_
Content-Type: message/delivery-status
Content-Transfer-Encoding: base64

${Buffer.from(
  'Reporting-MTA: dns;DB9PR.outlook.com\r\n\r\nFinal-recipient: RFC822;asha@family.test\r\nAction: failed\r\nStatus: 5.4.1\r\nDiagnostic-code: smtp;550 5.4.1 Recipient address rejected: Access denied\r\n',
).toString('base64')}

--_3f7b_DB9PR.outlook_--
`

const arf = `To: bounces+2s-0123456789abcdef0123@mail.example.in
Content-Type: multipart/report; report-type=feedback-report; boundary="b"

--b
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: SomeGenerator/1.0
Version: 1

--b--
`

describe('reports of bounced mail', () => {
  it('reads reports of Postfix, Gmail and Exchange', () => {
    expect(readReport(crlf(postfix))).toEqual({
      kind: 'failed',
      verdict: 'nobody',
      reason: '550 5.1.1 <asha@family.test>: Recipient address rejected: User unknown in virtual mailbox table',
    })
    expect(readReport(crlf(gmail))).toMatchObject({ kind: 'failed', verdict: 'nobody' })
    expect(readReport(crlf(exchange))).toMatchObject({
      kind: 'failed',
      verdict: 'nobody',
      reason: expect.stringContaining('Access denied'),
    })
    expect(readReport(Buffer.from(postfix))).toMatchObject({ verdict: 'nobody' })
  })

  it('distinguishes a delay and a full mailbox from an unknown address', () => {
    const delayed = postfix.replace('Action: failed\nStatus: 5.1.1', 'Action: delayed\nStatus: 4.4.1')
    expect(readReport(crlf(delayed))).toMatchObject({ kind: 'delayed', verdict: 'later' })
    const full = postfix.replace('Status: 5.1.1', 'Status: 5.2.2').replace('550 5.1.1', '552 5.2.2')
    expect(readReport(crlf(full))).toMatchObject({ kind: 'failed', verdict: 'later' })
    const spam = postfix.replace('Status: 5.1.1', 'Status: 5.7.1').replace('550 5.1.1', '550 5.7.1')
    expect(readReport(crlf(spam))).toMatchObject({ kind: 'failed', verdict: 'refused' })
  })

  it('does not report an address as unknown when a filter refused the mail', () => {
    // Exim writes status 5.0.0 for every failure.
    const exim = (diagnostic: string) =>
      crlf(postfix.replace('Status: 5.1.1', 'Status: 5.0.0').replace(/smtp; 550[^\n]*\n[^\n]*/, `smtp; ${diagnostic}`))
    const verdicts = {
      '550-5.7.1 [203.0.113.9] Our system has detected that this message is likely unsolicited mail': 'refused',
      '550 Message content rejected': 'refused',
      '550 Sender address rejected: Domain not found': 'refused',
      '550 Blocked by our list: this address of yours is not welcome': 'refused',
      '550-5.1.1 The email account that you tried to reach does not exist': 'nobody',
      '550 No such user here': 'nobody',
      '550 Requested action not taken: mailbox unavailable or user unknown': 'nobody',
      '552 5.2.2 The mailbox is full': 'later',
    }
    for (const [words, verdict] of Object.entries(verdicts))
      expect([words, readReport(exim(words))]).toMatchObject([words, { kind: 'failed', verdict }])
  })

  it('reads a spam complaint', () => {
    expect(readReport(crlf(arf))).toEqual({ kind: 'complaint', feedback: 'abuse' })
  })

  it('ignores ordinary mail, out-of-office replies, success reports and garbage', () => {
    const letter = 'Subject: Hello\n\nAction: failed\nStatus: 5.1.1\n'
    const delivered = postfix.replace('Action: failed\nStatus: 5.1.1', 'Action: delivered\nStatus: 2.0.0')
    for (const text of ['', '\n', 'x', letter, delivered, 'Content-Type: multipart/report\n\n--\n', '\0'.repeat(1000)])
      expect(readReport(crlf(text))).toBeNull()
  })

  it('handles nested, huge, truncated and wrongly encoded input in linear time', async () => {
    let nested = 'Content-Type: message/delivery-status\n\nAction: failed\nStatus: 5.1.1\n'
    for (let depth = 0; depth < 200; depth += 1)
      nested = `Content-Type: multipart/mixed; boundary="n${depth}"\n\n--n${depth}\n${nested}\n--n${depth}--\n`
    const many = (size: number) =>
      `Content-Type: multipart/mixed; boundary="b"\n\n${'--b\nContent-Type: text/plain\n\nx\n'.repeat(size)}`
    const long = (size: number) =>
      `Content-Type: multipart/report; boundary="${'b'.repeat(5000)}"\n${' folded\n'.repeat(size)}\n`
    expect(readReport(crlf(nested))).toBeNull()
    for (const mailOf of [many, long]) {
      const mails = new Map([6_000, 48_000].map((size) => [size, crlf(mailOf(size))]))
      const slope = await growth((size) => expect(readReport(mails.get(size) as Buffer)).toBeNull(), 6_000)
      expect(slope).toBeLessThan(tooSteep)
    }
    const cut = postfix.slice(0, postfix.indexOf('--4Bx1.1712/mx.example.in\nContent-Description: Undelivered'))
    expect(readReport(crlf(cut))).toMatchObject({ verdict: 'nobody' })
    const letters = Buffer.concat([
      crlf(postfix.replace('User unknown', 'X\u0001\u0000Y')),
      Buffer.from([0xff, 0xfe, 0x80]),
    ])
    expect(readReport(letters)).toMatchObject({ reason: expect.not.stringMatching(/[^\x20-\x7e]/) })
    const proto = postfix.replace('Action: failed', '__proto__: x\nconstructor: y\nAction: failed')
    expect(readReport(crlf(proto))).toMatchObject({ verdict: 'nobody' })
  })
})

it('classifies an SMTP answer by its enhanced status code first', () => {
  const answers = {
    '550 5.1.1 no such user': 'nobody',
    '550 no such user': 'nobody',
    '550 5.7.1 blocked by our list': 'refused',
    '554 refused': 'refused',
    '552 5.2.2 mailbox full': 'later',
    '552 too much': 'later',
    '451 4.3.0 try later': 'later',
    '550 5.0.0 no': 'nobody',
    '5.0.0 550-5.7.1 unsolicited mail': 'refused',
    '550-5.1.10 hosted tenant which has no mail-enabled subscribers': 'nobody',
    'connection to 10.5.1.1 lost': 'refused',
    '': 'refused',
  }
  for (const [words, verdict] of Object.entries(answers)) expect([words, verdictOf(words)]).toEqual([words, verdict])
})
