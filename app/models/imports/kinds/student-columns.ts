import type { Person } from '~/models/students/parent-fields.server'
import { studentFields, tableOf } from '~/models/students/sections.server'
import type { ColumnSpec } from '../columns'

/** `others`: what people write in place of one of the choices, as `looseKey` leaves it. */
export type StudentColumn = ColumnSpec & { others?: Readonly<Record<string, string>> }

/** A column by its key, which is the field of the student's forms; `names` are other headings, with spaces between. */
function column(
  key: string,
  label: string,
  names: string,
  more: Partial<Omit<StudentColumn, 'key' | 'label' | 'names'>> = {},
): StudentColumn {
  const { kind, options = [] } = studentFields[key] ?? {}
  const choices = kind === 'choice' ? { allowed: options.map(({ value }) => value).join(', ') } : {}
  return { key, label, names: names.split(' '), example: '', ...choices, ...more }
}

function person(who: Person, label: string): StudentColumn[] {
  const first = who === 'guardian' ? 'g' : who.slice(0, 1)
  const named = (...words: string[]) => words.flatMap((word) => [`${who}${word}`, `${who}s${word}`]).join(' ')
  const numbers = ['aadhar', 'aadhaar', 'adhar', 'uid'].flatMap((word) => [word, `${word}no`, `${word}number`])
  return [
    column(
      `${who}_mobile`,
      `${label}’s mobile`,
      `${named('mobile', 'mobileno')} ${who}phone ${who}contact ${first}mobile`,
      { example: '98250 12345' },
    ),
    column(`${who}_occupation`, `${label}’s occupation`, `${named('occupation')} ${who}profession ${first}occupation`, {
      example: who === 'father' ? 'Shopkeeper' : '',
      others: {
        housewife: 'Homemaker',
        business: 'Business Owner',
        service: 'Private Employee',
        govtjob: 'Government Employee',
        labour: 'Daily Wage Worker',
        labourer: 'Daily Wage Worker',
        farming: 'Farmer',
      },
    }),
    column(`${who}_education`, `${label}’s education`, `${named('education')} ${who}qualification`),
    column(`${who}_income`, `${label}’s income`, named('income')),
    column(`${who}_aadhar`, `${label}’s Aadhaar`, named(...numbers), {
      allowed: 'Twelve digits; it is kept encrypted',
      secret: true,
    }),
  ]
}

/** Every column of a file of students. */
export const studentColumns: readonly StudentColumn[] = [
  column(
    'enrollment_number',
    'Enrollment number',
    'enrollmentno enrolmentnumber enrolmentno enrno enrollno grno grnumber studentid studentno regno registrationno uniqueid',
    { example: '2026/001', allowed: 'Blank for the next free number' },
  ),
  column(
    'full_name',
    'Full name',
    'name studentname nameofstudent nameofthestudent studentsname studentfullname pupilname nameofpupil',
    { allowed: 'If first and last name are in one column: the last word is the last name' },
  ),
  column('first_name', 'First name', 'firstname fname givenname studentfirstname', { needed: 'new', example: 'Asha' }),
  column('last_name', 'Last name', 'lastname surname lname familyname studentlastname', {
    needed: 'new',
    example: 'Patel',
  }),
  column('gender', 'Gender', 'sex mf boygirl boysgirls', {
    needed: 'new',
    example: 'Female',
    others: {
      m: 'Male',
      boy: 'Male',
      b: 'Male',
      f: 'Female',
      girl: 'Female',
      g: 'Female',
      o: 'Other',
      t: 'Other',
      છોકરો: 'Male',
      છોકરી: 'Female',
      પુરુષ: 'Male',
      સ્ત્રી: 'Female',
    },
  }),
  column('date_of_birth', 'Date of birth', 'dob birthdate dateofbirth birthday bdate birthdt', {
    needed: 'new',
    example: '14/06/2015',
    allowed: 'dd/mm/yyyy or yyyy-mm-dd',
  }),
  column('category', 'Category', 'caste castecategory cat socialcategory', {
    needed: 'new',
    example: 'General',
    others: {
      gen: 'General',
      open: 'General',
      ur: 'General',
      unreserved: 'General',
      sebc: 'OBC',
      schedulecaste: 'SC',
      scheduledcaste: 'SC',
      scheduletribe: 'ST',
      scheduledtribe: 'ST',
      otherbackwardclass: 'OBC',
      others: 'Other',
    },
  }),
  column('religion', 'Religion', 'dharm', {
    example: 'Hindu',
    others: {
      hinduism: 'Hindu',
      islam: 'Muslim',
      jainism: 'Jain',
      sikhism: 'Sikh',
      christianity: 'Christian',
      buddhism: 'Buddhist',
      others: 'Other',
    },
  }),
  column('father_name', 'Father’s name', 'fathername fathersname father nameoffather fatherfullname', {
    needed: 'new',
    example: 'Rajesh Patel',
  }),
  column('mother_name', 'Mother’s name', 'mothername mothersname mother nameofmother', {
    needed: 'new',
    example: 'Hansa Patel',
  }),
  column(
    'mobile_number',
    'Mobile number',
    'mobile mobileno mob mobno phone phoneno phonenumber contact contactno contactnumber whatsapp whatsappno parentmobile parentsmobile parentmobileno cellno',
    { needed: 'new', example: '98250 12345', allowed: 'Ten digits, with or without +91' },
  ),
  column('email', 'Email', 'email emailid emailaddress mail mailid parentemail studentemail', {
    example: 'asha.patel@example.com',
  }),
  column(
    'address',
    'Address',
    'fulladdress residentialaddress homeaddress postaladdress presentaddress addr residence',
    { needed: 'new', example: '7 Shanti Nagar, Naranpura, Ahmedabad' },
  ),
  column(
    'class',
    'Class',
    'std standard classname grade stdclass currentclass studyingin classsection classdiv stddiv',
    { needed: 'new', example: '6', allowed: 'The class’s name; VI, Std 6 and 6 are one class' },
  ),
  column('section', 'Section', 'div division sec sectionname batch', { example: 'A' }),
  column('roll_number', 'Roll number', 'rollno roll rno rollnum', {
    example: '1',
    allowed: 'A whole number from 1 to 9999',
  }),
  column('rte', 'RTE', 'rteadmission isrte rtestudent underrte rteyesno', { example: 'No', allowed: 'Yes or No' }),
  column('nic_id', 'NIC ID', 'nicid nicno childid aadhaardise penno udise studentuid apaarid'),
  column('sr_no', 'SR number', 'srnumber scholarno scholarnumber srregno'),
  ...person('father', 'Father'),
  ...person('mother', 'Mother'),
  column('guardian_name', 'Guardian’s name', 'guardianname guardiansname guardian nameofguardian'),
  column('guardian_relation', 'Guardian’s relation', 'guardianrelation relationwithguardian relation', {
    others: { neighbour: 'Neighbor' },
  }),
  ...person('guardian', 'Guardian'),
  column('permanent_house_no', 'House number', 'houseno flatno plotno buildingno'),
  column('permanent_street', 'Street', 'streetname road society area locality'),
  column('pin', 'PIN code', 'pin pincode postalcode zip zipcode', { example: '380013', allowed: 'Six digits' }),
  column('permanent_village', 'Village', 'villagename gaam gam'),
  column('permanent_block', 'Taluka', 'taluko tehsil tahsil block blocktehsil'),
  column('permanent_city_name', 'City', 'cityname town citytown'),
  column('permanent_district', 'District', 'dist districtname jilla zilla'),
  column('permanent_state', 'State', 'statename'),
  column('permanent_post_office', 'Post office', 'po postofficename post'),
  column('admission_number', 'Admission number', 'admissionno admno admnumber adminno'),
  column('admission_date', 'Admission date', 'dateofadmission doa admdate admissiondt', {
    allowed: 'dd/mm/yyyy or yyyy-mm-dd',
  }),
  column('admission_class', 'Admission class', 'admittedinclass classofadmission admissionstd'),
  column('medium', 'Medium', 'mediumofinstruction mediumofstudy languagemedium', {
    example: 'Gujarati',
    others: {
      eng: 'English',
      em: 'English',
      guj: 'Gujarati',
      gm: 'Gujarati',
      hin: 'Hindi',
      hm: 'Hindi',
      others: 'Other',
    },
  }),
  column('previous_school', 'Previous school', 'lastschool prevschool previousschoolname lastschoolattended'),
  column('previous_class', 'Previous class', 'prevclass lastclass previousstd'),
  column('previous_board', 'Previous board', 'prevboard lastboard'),
  column('emergency_contact_name', 'Emergency contact', 'emergencycontactname emergencyname'),
  column(
    'emergency_contact_number',
    'Emergency number',
    'emergencycontactnumber emergencycontactno emergencyno emergencymobile emergencyphone',
  ),
  column('medical_conditions', 'Medical conditions', 'medicalcondition medical illness disease'),
  column('allergies', 'Allergies', 'allergy'),
]

/** Where each column is kept. Full name, class, section and roll number have their own way. */
export const tableOfField = new Map(
  studentColumns.filter(({ key }) => key in studentFields).map(({ key }) => [key, tableOf(key)] as const),
)
