import { flag, orNone, text, textOrNull, wordOf } from '~/database/database.server'
import type { MessageState } from '../options'
import { notReported } from '../send/attempts.server'

/** Columns for `messagesOf`, from a LEFT JOINed message `m`. */
export const messageColumns = orNone({
  messageId: text('m.public_id'),
  state: wordOf<MessageState>('m.state'),
  reason: textOrNull('m.reason'),
  mayHaveCome: flag(
    `EXISTS (SELECT 1 FROM message_attempts a WHERE a.school_id = m.school_id AND a.message_id = m.id AND (a.state <> 'failed' OR a.reason = '${notReported}'))`,
  ),
})

type Joined = {
  messageId: string | null
  state: MessageState | null
  reason: string | null
  mayHaveCome: boolean | null
}

/** Returns the message of each row that has one. */
export function messagesOf(rows: readonly Joined[]) {
  return rows.flatMap(({ messageId, state, reason, mayHaveCome }) =>
    messageId !== null && state !== null ? [{ messageId, state, reason, mayHaveCome: mayHaveCome ?? false }] : [],
  )
}
