import type { Policy } from '../security/policy'
import type { Things } from '../security/world'

const ofScheme = ({ reportCards }: Things) => [reportCards.scheme]
const inTerm = (term: string) => (things: Things) => `section=${things.section.publicId}&term=${term}`

export const reportCardsPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/report-schemes+/index': { get: 'exams:view' },
  'routes/school+/_shell+/report-schemes+/index[.]csv': { get: 'exams:view' },
  'routes/school+/_shell+/report-schemes+/new': {
    get: 'exams:edit',
    post: 'exams:edit',
    body: ({ session }) => ({ name: 'Primary', academic_session: session.publicId, template: 'cbse-9-10' }),
  },
  'routes/school+/_shell+/report-schemes+/$id.index': {
    get: 'exams:view',
    ids: ({ reportCards }) => [reportCards.scheme],
  },
  'routes/school+/_shell+/report-schemes+/$id.edit': {
    get: 'exams:edit',
    post: 'exams:edit',
    ids: ({ reportCards }) => [reportCards.scheme],
    body: schemeFields,
  },
  'routes/school+/_shell+/report-schemes+/$id.delete': {
    get: 'exams:edit',
    post: 'exams:edit',
    ids: ({ reportCards }) => [reportCards.spareScheme],
    body: () => ({}),
  },
  'routes/school+/_shell+/report-schemes+/$id.exams': {
    get: 'exams:edit',
    post: 'exams:edit',
    ids: ({ reportCards }) => [reportCards.scheme],
    body: ({ exams }) => ({ [`exam-${exams.publishedExam}`]: 'c4' }),
  },
  'routes/school+/_shell+/report-schemes+/$id.entries': {
    ignoresOthers: { 'r-*': 'a remark for a pupil who is not in the list is not read' },
    get: 'marks:enter',
    post: 'marks:enter',
    ids: ofScheme,
    query: inTerm('t2'),
    body: ({ enrollment: { publicId } }) => ({
      [`v-${publicId}`]: '0',
      [`a1-${publicId}`]: 'A',
      [`c-${publicId}`]: '1',
      [`r-${publicId}`]: 'Reads much',
    }),
  },
  'routes/school+/_shell+/report-schemes+/$id.cards.index': { get: 'exams:view', ids: ofScheme, query: inTerm('t1') },
  'routes/school+/_shell+/report-schemes+/$id.cards[.]pdf': { get: 'exams:view', ids: ofScheme, query: inTerm('t1') },
  'routes/school+/_shell+/report-schemes+/$id.publication': {
    get: 'exams:edit',
    post: 'exams:edit',
    ids: ofScheme,
    query: inTerm('t2'),
    body: () => ({ although_missing: 'on' }),
  },
  'routes/school+/_shell+/report-schemes+/$id.withdrawal': {
    get: 'exams:edit',
    post: 'exams:edit',
    ids: ofScheme,
    query: inTerm('t1'),
    body: () => ({ reason: 'A paper was totalled wrongly' }),
  },
  'routes/school+/_shell+/report-schemes+/$id.withdrawn': { get: 'exams:view', ids: ofScheme, query: inTerm('t1') },
  'routes/school+/_shell+/report-schemes+/$id.students.$enrollmentId.withholding': {
    get: 'exams:edit',
    post: 'exams:edit',
    ids: ({ reportCards, enrollment }) => [reportCards.scheme, enrollment.publicId],
    body: () => ({ reason: 'Library books are to be returned' }),
  },
  'routes/school+/_shell+/report-schemes+/$id.students.$enrollmentId.release': {
    get: 'exams:edit',
    post: 'exams:edit',
    ids: ({ reportCards }) => [reportCards.scheme, reportCards.withheld],
    body: () => ({}),
  },
  'routes/school+/_shell+/remark-sentences+/index': { get: 'exams:view' },
  'routes/school+/_shell+/remark-sentences+/index[.]csv': { get: 'exams:view' },
  'routes/school+/_shell+/remark-sentences+/new': {
    get: 'exams:edit',
    post: 'exams:edit',
    body: () => sentenceFields('41'),
  },
  'routes/school+/_shell+/remark-sentences+/$id.edit': {
    get: 'exams:edit',
    post: 'exams:edit',
    ids: ({ reportCards }) => [reportCards.sentence],
    body: () => ({ ...sentenceFields('1'), version: '1' }),
  },
  'routes/school+/_shell+/remark-sentences+/$id.delete': {
    get: 'exams:edit',
    post: 'exams:edit',
    ids: ({ reportCards }) => [reportCards.spareSentence],
    body: () => ({}),
  },
  'routes/students+/_shell+/report-cards+/index': { get: 'student' },
  'routes/students+/_shell+/report-cards+/$id.index': { get: 'student', ids: ({ reportCards }) => [reportCards.card] },
  'routes/students+/_shell+/report-cards+/$id.card[.]pdf': {
    get: 'student',
    ids: ({ reportCards }) => [reportCards.card],
  },
}

const sentenceFields = (code: string) => ({
  code,
  sentence_en: 'Helps others.',
  sentence_hi: 'दूसरों की मदद करते हैं।',
  sentence_gu: 'બીજાને મદદ કરે છે.',
})

function schemeFields({ class: ofClass, session }: Things): Record<string, string> {
  return {
    name: 'Middle school',
    version: '1',
    classes: ofClass.publicId,
    'terms[0].key': 't1',
    'terms[0].name': 'First term',
    'terms[0].ends_on': session.startsOn,
    'terms[0].weight': '40',
    'terms[0].components[0].key': 'c1',
    'terms[0].components[0].name': 'Tests',
    'terms[0].components[0].max': '20',
    'terms[0].components[0].rule': 'average',
    'terms[0].components[1].key': 'c4',
    'terms[0].components[1].name': 'Examination',
    'terms[0].components[1].max': '80',
    'terms[0].components[1].rule': 'sum',
    'terms[1].key': 't2',
    'terms[1].name': 'Second term',
    'terms[1].ends_on': session.endsOn,
    'terms[1].weight': '60',
    'terms[1].components[0].key': 'c7',
    'terms[1].components[0].name': 'Examination',
    'terms[1].components[0].max': '100',
    'terms[1].components[0].rule': 'sum',
    'bands[0].grade': 'A',
    'bands[0].from_percent': '50',
    'bands[1].grade': 'B',
    'bands[1].from_percent': '0',
    'areas[0].key': 'a1',
    'areas[0].name': 'Art',
    'areas[0].kind': 'co_scholastic',
    'area_grades[0].grade': 'A',
    pass_percent: '33',
  }
}
