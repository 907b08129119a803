import { flag, number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { describedStudentColumns } from '~/models/people/students/describe/student-columns.server'
import { matchStudents } from '~/models/people/students/match-students.server'
import { monthSql } from './message-counts.server'
import { MessageAttempt, OutgoingMessage } from './tables.server'
import { isTooLateSql } from './tell/still-true.server'

const messages = plainList({
  columns: {
    ...columnsOf(
      OutgoingMessage,
      'm',
      'publicId',
      'event',
      'recipientName',
      'language',
      'channel',
      'state',
      'reason',
      'createdAt',
    ),
    ...describedStudentColumns,
    studentPublicId: text('s.public_id'),
    toAddress: textOrNull(
      '(SELECT a.to_address FROM message_attempts a WHERE a.school_id = m.school_id AND a.message_id = m.id ORDER BY a.id DESC LIMIT 1)',
    ),
    costPaise: number(
      '(SELECT COALESCE(SUM(a.cost_paise), 0) FROM message_attempts a WHERE a.school_id = m.school_id AND a.message_id = m.id)',
    ),
  },
  // LEFT JOIN, although each message has a student: the database then starts with the newest messages, not with all
  // students.
  from: 'outgoing_messages m LEFT JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id',
  counted: 'outgoing_messages m',
  always: 'm.school_id = :schoolId',
  search: ['m.recipient_name', "COALESCE(m.reason, '')"],
  // Searches the students first, because there are ten times as many messages as students.
  matches: (searchText) => {
    const { sql, values } = matchStudents('s')(searchText)
    return { sql: `m.student_id IN (SELECT s.id FROM students s WHERE s.school_id = :schoolId AND ${sql})`, values }
  },
  filters: {
    state: 'm.state = :state',
    event: 'm.event = :event',
    channel: 'm.channel = :channel',
    month: `${monthSql('m.created_at')} = :month`,
    student: 'm.student_id = (SELECT s.id FROM students s WHERE s.school_id = :schoolId AND s.public_id = :student)',
  },
  orders: { written: ['-m.id'], student: ['s.last_name', 's.first_name'], state: 'm.state' },
  last: '-m.id',
})

export const { list: listMessages } = messages

const whole = {
  ...columnsOf(
    OutgoingMessage,
    'm',
    'id',
    'publicId',
    'onceKey',
    'event',
    'recipientName',
    'language',
    'channel',
    'state',
    'reason',
    'createdAt',
  ),
  studentName: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  studentPublicId: text('s.public_id'),
  isTooLate: flag(isTooLateSql),
}

export async function findMessage({ schoolId }: SchoolScope, publicId: string) {
  const message = await selectRow(
    whole,
    `FROM outgoing_messages m JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id
     WHERE m.school_id = :schoolId AND m.public_id = :publicId`,
    { schoolId, publicId },
  )
  if (!message) return null
  const attempts = await selectRows(
    columnsOf(
      MessageAttempt,
      'a',
      'publicId',
      'channel',
      'toAddress',
      'body',
      'parts',
      'costPaise',
      'state',
      'reason',
      'askedAt',
      'reportedAt',
    ),
    'FROM message_attempts a WHERE a.school_id = :schoolId AND a.message_id = :id ORDER BY a.id',
    { schoolId, id: message.id },
  )
  return { ...message, attempts }
}
