import { textOrNull } from '~/database/database.server'
import { plainReads } from '~/kit/records/plain-reads.server'
import { plainRecords } from '~/kit/records/plain-records.server'
import { refused } from '~/models/core/shared/outcome'
import { subjectForm } from './academic-fields'
import { selectLinks, setLinks } from './class-subjects.server'
import { dependentsBy } from './dependents.server'
import { Subject } from './tables.server'

const links = selectLinks('subject')

/** Subjects with the names of their classes, from lowest to highest; for one subject also its dependents. */
const reads = plainReads(Subject, subjectForm, {
  listed: ['name', 'code'],
  counts: { classNames: textOrNull(links.names) },
  more: { ...dependentsBy('subject_id', 'papers', 'lessons'), classes: links.ids },
  search: ['t.name', 't.code'],
  filters: {
    class: `EXISTS (SELECT 1 FROM class_subjects l JOIN classes c ON c.id = l.class_id
      WHERE l.school_id = t.school_id AND l.subject_id = t.id AND c.public_id = :class)`,
  },
  orders: { name: 't.name', code: ['t.code IS NULL', 't.code'] },
})

const records = plainRecords(Subject, subjectForm, {
  kind: 'subject',
  details: ({ name, code, classes }, before) => ({
    name,
    code,
    classes: classes.length,
    ...(before ? { before: before.name } : {}),
  }),
  taken: { subjects_name: 'name-taken', subjects_code: 'code-taken' },
  held: { '*': 'in-use' },
  save: async ({ scope, values, write }) => {
    const linked = await setLinks(scope, 'subject', await write(values), values.classes)
    return linked === null ? refused('no-such-class') : null
  },
})

export const subjects = { ...reads, ...records }
