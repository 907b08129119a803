import { number, textOrNull } from '~/database/database.server'
import { plainReads } from '~/kit/records/plain-reads.server'
import { plainRecords } from '~/kit/records/plain-records.server'
import { refused } from '~/models/core/shared/outcome'
import { classForm } from './academic-fields'
import { selectLinks, setLinks } from './class-subjects.server'
import { dependentsBy } from './dependents.server'
import { SchoolClass } from './tables.server'

const links = selectLinks('class')

/**
 * Classes with the numbers of their sections and of students in the current session; for one class also its subjects
 * and dependents.
 */
const reads = plainReads(SchoolClass, classForm, {
  listed: ['name', 'position'],
  counts: {
    ...dependentsBy('class_id', 'sections'),
    studying: number(
      `(SELECT COUNT(*) FROM academic_sessions a JOIN enrollments e ON e.school_id = a.school_id
          AND e.academic_session_id = a.id AND e.class_id = t.id AND e.status = 'studying'
          JOIN students s ON s.id = e.student_id AND s.status <> 'left'
        WHERE a.school_id = t.school_id AND a.is_current = 1)`,
    ),
  },
  more: {
    ...dependentsBy('class_id', 'students', 'fees', 'exams', 'notices', 'events'),
    subjects: links.ids,
    subjectNames: textOrNull(links.names),
  },
  search: ['t.name'],
  filters: {},
  orders: { position: ['t.position', 't.name'], name: 't.name', students: 'studying' },
})

const records = plainRecords(SchoolClass, classForm, {
  kind: 'class',
  details: ({ name }, before) => ({ name, ...(before ? { before: before.name } : {}) }),
  taken: { classes_name: 'name-taken' },
  held: { '*': 'in-use' },
  save: async ({ scope, values, write }) => {
    const linked = await setLinks(scope, 'class', await write(values), values.subjects)
    return linked === null ? refused('no-such-subject') : null
  },
})

export const classes = { ...reads, ...records }
