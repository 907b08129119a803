import type { Policy } from '../security/policy'
import type { Things } from '../security/world'

/** Second paper, which has no marks yet. */
const secondPaper = ({ exams, section }: Things) => `paper=${exams.sparePaper}&section=${section.publicId}`

export const examsPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/exams+/index': { get: 'exams:view' },
  'routes/school+/_shell+/exams+/index[.]csv': { get: 'exams:view' },
  'routes/school+/_shell+/exams+/new': {
    get: 'exams:edit',
    post: 'exams:edit',
    body: (things) => ({ ...examFields(things), classes: things.class.publicId }),
  },
  'routes/school+/_shell+/exams+/$id.index': { get: 'exams:view', ids: (things) => [things.exams.exam] },
  'routes/school+/_shell+/exams+/$id.edit': {
    get: 'exams:edit',
    post: 'exams:edit',
    ids: (things) => [things.exams.exam],
    body: (things) => ({ ...examFields(things), class: things.class.publicId, version: '1' }),
  },
  'routes/school+/_shell+/exams+/$id.delete': {
    get: 'exams:edit',
    post: 'exams:edit',
    ids: (things) => [things.exams.spareExam],
    body: () => ({}),
  },
  'routes/school+/_shell+/exams+/$id.copy': {
    get: 'exams:edit',
    post: 'exams:edit',
    ids: (things) => [things.exams.exam],
    body: ({ session, class: ofClass }) => ({
      name: 'Annual exam',
      academic_session: session.publicId,
      starts_on: session.startsOn,
      classes: ofClass.publicId,
    }),
  },
  'routes/school+/_shell+/exams+/$id.papers.new': {
    get: 'exams:edit',
    post: 'exams:edit',
    ids: (things) => [things.exams.exam],
    body: ({ session, subject }) => ({
      'papers[0].subject': subject,
      'papers[0].add': 'on',
      'papers[0].held_on': session.startsOn,
      'papers[0].start_time': '09:00',
      'papers[0].end_time': '12:00',
      'papers[0].max_marks': '80',
      'papers[0].pass_marks': '27',
      'papers[0].room_no': '12',
    }),
  },
  'routes/school+/_shell+/exams+/$id.papers.$paperId.edit': {
    get: 'exams:edit',
    post: 'exams:edit',
    ids: ({ exams }) => [exams.exam, exams.paper],
    body: ({ session }) => ({ held_on: session.startsOn, max_marks: '60', pass_marks: '20', version: '1' }),
  },
  'routes/school+/_shell+/exams+/$id.papers.$paperId.delete': {
    get: 'exams:edit',
    post: 'exams:edit',
    ids: ({ exams }) => [exams.exam, exams.sparePaper],
    body: () => ({}),
  },
  'routes/school+/_shell+/exams+/$id.marks.index': {
    ignoresOthers: { 'seen-*': 'what was shown of a pupil who is not in the grid is not asked for' },
    get: 'marks:enter',
    post: 'marks:enter',
    ids: ({ exams }) => [exams.exam],
    query: secondPaper,
    body: marksFields,
  },
  'routes/school+/_shell+/exams+/$id.marks[.]csv': {
    get: 'marks:enter',
    ids: ({ exams }) => [exams.exam],
    query: secondPaper,
  },
  'routes/school+/_shell+/exams+/$id.marks.upload': {
    ignoresOthers: { 'seen-*': 'what was shown of a pupil who is not in the grid is not asked for' },
    get: 'marks:enter',
    post: 'marks:enter',
    ids: ({ exams }) => [exams.exam],
    query: secondPaper,
    body: (things) => ({ ...marksFields(things), intent: 'save', rows: 'rows', wrong: '0' }),
  },
  'routes/school+/_shell+/exams+/$id.publication': {
    get: 'exams:edit',
    post: 'exams:edit',
    ids: (things) => [things.exams.exam],
    body: () => ({ although_missing: 'on' }),
  },
  'routes/school+/_shell+/exams+/$id.withdrawal': {
    get: 'exams:edit',
    post: 'exams:edit',
    ids: (things) => [things.exams.publishedExam],
    body: () => ({ reason: 'A paper was totalled wrongly' }),
  },
  'routes/school+/_shell+/exams+/$id.results.index': { get: 'exams:view', ids: (things) => [things.exams.exam] },
  'routes/school+/_shell+/exams+/$id.results[.]csv': { get: 'exams:view', ids: (things) => [things.exams.exam] },
}

function examFields({ session }: Things): Record<string, string> {
  return {
    name: 'Half-yearly',
    type: 'mid_term',
    academic_session: session.publicId,
    starts_on: session.startsOn,
    ends_on: session.startsOn,
    description: 'Chapters 1 to 6',
  }
}

function marksFields({ enrollment }: Things): Record<string, string> {
  const id = enrollment.publicId
  return { [`marks-${id}`]: '41.5', [`presence-${id}`]: 'present', [`seen-${id}`]: '' }
}
