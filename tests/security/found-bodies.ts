import { type BadBody, formBody, spoiled } from './bad-bodies'

/** Bodies that made an action fail in the past, by route. Every run sends them, independent of the random ones. */
export const foundBodies: Record<string, (right: Record<string, string>) => BadBody[]> = {
  // 23 November 2026: an id of four-byte letters was compared with an ASCII column.
  'routes/school+/_shell+/transport-applications+/$id.approval': (right) => [
    spoiled(right, 'run', '\u{1F600}'),
    spoiled(right, 'run', '\u{1D4B3}\u{20000}x'),
  ],
  // 23 November 2026: the form was shown again with an object as the value of its checkboxes.
  'routes/school+/_shell+/fees+/$id.copy': ({ class: chosen = '', ...rest }) => [
    formBody('class.x', [...Object.entries(rest), ['class.x', chosen]]),
  ],
  // 23 November 2026: the subject's name was looked up in an object, which has inherited properties.
  'routes/school+/_shell+/exams+/$id.papers.new': (right) => [spoiled(right, 'papers[0].subject', '__proto__')],
  // 23 November 2026: the form was refused as empty, but the previously saved answers were lost.
  'routes/students+/_shell+/quizzes+/$id.submission': (right) => [
    formBody(
      'all fields empty',
      Object.keys(right).map((name) => [name, '']),
    ),
  ],
  // 28 November 2026: the academic year of 31 December 9999 ends in the year 10000, which does not fit its column.
  'routes/school+/_shell+/_hostels+/hostel-applications.new': (right) => [
    spoiled(right, 'check_in_date', '9999-12-31'),
  ],
}
