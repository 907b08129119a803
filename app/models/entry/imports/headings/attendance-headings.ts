import { studentOfRowHeadings } from './guardian-headings'
import type { AmbiguousHeading, HeadingsByKey } from './heading-fields'

export const attendanceHeadings: HeadingsByKey = {
  ...studentOfRowHeadings,
  month: {
    holds: 'text',
    en: 'Month, Attendance month, Month and year, Month name, For month, Mahino, Maas',
    hi: 'माह, महीना, मास',
    gu: 'માસ, મહિનો',
  },
  days_held: {
    holds: 'text',
    en: 'Days held, Working days, Total working days, School days, Total days, Days open, Number of working days, Meetings, Total meetings, No of meetings, Total attendance days, Held, Days held till date, WD, W D, Wdays, Total number of working days, Number of school days, Total school days',
    hi: 'कार्य दिवस, कुल कार्य दिवस, कुल दिन, कुल दिवस',
    gu: 'કામના દિવસો, કુલ કામના દિવસો, કામકાજના દિવસો, કુલ દિવસ, કુલ દિવસો, કાર્ય દિવસ, શાળાના દિવસો',
  },
  days_attended: {
    holds: 'text',
    en: 'Days attended, Present days, Days present, Present, Attended, Attendance, Total present, Number of days present, Total attendance, Attendance days, Hajri, P, PD, P D, Pdays',
    hi: 'उपस्थिति, उपस्थित दिन, उपस्थित दिवस, हाजिरी',
    gu: 'હાજર દિવસ, હાજર દિવસો, હાજરીના દિવસો, કુલ હાજરી',
  },
}

export const otherAttendanceHeadings =
  'Serial number, Sr, S No, Sl No, Sno, No, Number, क्रमांक, ક્રમ, Roll number, Roll, Gender, Date of birth, Father name, Mother name, Guardian name, Mobile number, Mobile, Absent, Absent days, Days absent, Leave, Leave days, Late, Late days, Half days, Percentage, Percent, Attendance percentage, Remarks, Status, Session, Academic year, Year, Date, Timestamp, Print date, Category, House, Signature, Class teacher, Teacher, गैरहाजिर, अनुपस्थित, ગેરહાજર, ટકા'

export const ambiguousAttendanceHeadings: readonly AmbiguousHeading[] = [
  {
    words: 'Name, Full name, Naam, नाम, નામ',
    keys: ['student_name'],
    reason: 'The child: a row of attendance names no one else',
  },
  {
    words: 'Sr No, SrNo, S.R. No.',
    keys: ['enrollment_number', ''],
    unless: 'serial',
    reason: 'Serial number in most files, the scholar register’s number in Rajasthan and Uttar Pradesh',
  },
  { words: 'वर्ग, વર્ગ, Varg', keys: ['section', 'class'], reason: 'Section or class' },
  {
    words: 'Days, दिन, दिवस, દિવસ, દિવસો, Total, कुल, કુલ',
    keys: ['days_held', 'days_attended'],
    beside: [
      ['days_attended', 'days_held'],
      ['days_held', 'days_attended'],
    ],
    reason: 'Days of the school, or of the child',
  },
]
