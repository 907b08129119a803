import { cbseGrades } from '~/models/core/schools/options'
import type { ReportCardsView } from '~/models/learning/exams/results/report-card-view'

const names = ['પ્રિયંકા ક્ષત્રિય', 'Asha Patel', 'कृष्ण कांत शर्मा', 'હર્ષદ ત્રિવેદી', 'Rohan D’Souza']
const subjects = ['ગુજરાતી', 'ગણિત', 'વિજ્ઞાન અને ટેક્નોલોજી', 'સામાજિક વિજ્ઞાન', 'English', 'સંસ્કૃત', 'હિન્દી']

/** Report cards of a full section, most of them in Gujarati. */
export function sectionOfCards(enrolledStudents = 60): ReportCardsView {
  return {
    school: {
      name: 'શ્રી કૃષ્ણ વિદ્યાલય (Shri Krishna Vidyalaya)',
      address: '૧૨, સ્ટેશન રોડ, અમદાવાદ 380009',
      phone: '079 2656 1234',
      email: 'office@krishna.example',
      board: 'GSEB',
      affiliationNumber: '430123',
    },
    logo: null,
    exam: { name: 'Half-yearly Examination', className: 'ધોરણ ૮', sessionName: '2026-27', published: true },
    bands: cbseGrades,
    printedOn: '2026-11-21',
    cards: Array.from({ length: enrolledStudents }, (_, index) => ({
      enrollmentId: index + 1,
      language: index % 5 === 1 ? 'en' : 'gu',
      name: `${names[index % names.length]} ${index + 1}`,
      fatherName: names[(index + 1) % names.length] ?? '',
      motherName: names[(index + 2) % names.length] ?? '',
      enrollmentNumber: `DV-2024-${1000 + index}`,
      rollNumber: index + 1,
      sectionName: 'બ',
      classTeacher: 'નંદિની ભટ્ટ',
      papers: subjects.map((subjectName, at) => ({
        subjectName,
        marks: 40 + ((index * 7 + at * 5) % 40),
        maxMarks: 80,
        passMarks: 27,
        grade: 'B1',
        outcome: 'pass',
      })),
      marks: 400 + index,
      maxMarks: 560,
      percent: 71.4,
      grade: 'B1',
      outcome: 'pass',
      rank: { rank: index + 1, of: enrolledStudents },
      attendance: { present: 110.5, days: 120, percent: 92.1 },
    })),
  }
}
