import type { AmbiguousHeading, HeadingsByKey } from './heading-fields'

/** Headings for the student in school: numbers, names, class and admission. */
export const studentHeadings: HeadingsByKey = {
  enrollment_number: {
    holds: 'code',
    en: 'Enrollment number, Enr No, Enroll No, Student ID, Student No, Student number, Student code, Reg No, Registration number, Unique ID, School ID',
    hi: 'छात्र क्रमांक, पंजीयन क्रमांक, नामांकन संख्या, छात्र आईडी',
    gu: 'વિદ્યાર્થી નંબર',
    programs: 'Student Registration No, Student Unique ID, Student User ID, Regn No',
    weak: 'ID',
  },
  full_name: {
    holds: 'person',
    en: 'Full name, Name, Student, Student name, Name of student, Student full name, Pupil name, Vidyarthi nu naam, Candidate name, Name of the child, Child name, Scholar name, Ward name, Naam',
    hi: 'नाम, छात्र का नाम, विद्यार्थी का नाम, छात्र/छात्रा का नाम, पूरा नाम',
    gu: 'નામ, વિદ્યાર્થીનું નામ, પૂરું નામ, બાળકનું નામ, વિદ્યાર્થીનું પૂરું નામ',
    portals: 'Name of Student as per Aadhaar, Student Name as per school record, Name as per Aadhaar',
    programs: 'Full Name of the Student, Name of applicant, Applicant name',
  },
  surname_first: { holds: 'person', en: 'Full name surname first, Name surname first, Surname name father name' },
  first_name: {
    holds: 'person',
    en: 'First name, Given name, Student first name, Name first',
    hi: 'प्रथम नाम',
    gu: 'પ્રથમ નામ',
  },
  last_name: {
    holds: 'person',
    en: 'Last name, Surname, LName, L Name, Family name, Student last name, Student surname, Atak',
    hi: 'उपनाम, कुलनाम',
    gu: 'અટક',
  },
  middle_name: { holds: 'person', en: 'Middle name, Second name, Student middle name', hi: 'मध्य नाम' },
  one_name: { holds: 'yes-no', en: 'One name, One name only, Single name, Has one name only' },
  gender: {
    holds: 'choice',
    en: 'Gender, Sex, M/F, Boy/Girl, Boys/Girls, B/G, Student gender, Male/Female',
    hi: 'लिंग, बालक/बालिका',
    gu: 'લિંગ, કુમાર/કન્યા',
  },
  date_of_birth: {
    holds: 'day',
    en: 'Date of birth, DOB, Birth date, Birth day, Student DOB, Student date of birth, D.O.B.',
    hi: 'जन्म तिथि, जन्म दिनांक, जन्म तारीख',
    gu: 'જન્મ તારીખ, જન્મતારીખ, જ.તા.',
    portals: 'Date of Birth (DD/MM/YYYY), DOB as per Aadhaar, DOB as per school record',
  },
  category: {
    holds: 'choice',
    en: 'Category, Social category, Caste category, Student category, Reservation category',
    hi: 'श्रेणी, सामाजिक श्रेणी, कोटि',
    gu: 'કેટેગરી, સામાજિક કેટેગરી',
    portals: 'Social Category (General/SC/ST/OBC), Soc Cat, Social Cat',
    weak: 'Caste, Caste name',
  },
  religion: { holds: 'choice', en: 'Religion, Dharm', hi: 'धर्म', gu: 'ધર્મ', weak: 'Minority group' },
  mobile_number: {
    holds: 'mobile',
    en: 'Mobile number, Mobile, Mob No, Mono, MNo, M. No., Mobile number 1, Mobile 1, Parent mobile, Parents mobile number, SMS number, SMS mobile number, Registered mobile number, Cell number, Student mobile number, Mobile number for SMS',
    hi: 'मोबाइल, मोबाइल नंबर, मो. नं., मोबाइल नं',
    gu: 'મોબાઇલ, મોબાઇલ નંબર, મો. નં., મો.નં',
    portals: 'Mobile No. (Student/Parent/Guardian), Student/Parent mobile number',
    programs: 'SMS No, Phone 1, Primary mobile, Mobile phone, Contact mobile',
    weak: 'Phone, Phone number, Ph No, Contact, Contact number, WhatsApp, WhatsApp number, Tel No, Parent contact number, Parent phone, Student contact number, Contact phone, Student phone',
  },
  email: {
    holds: 'email',
    en: 'Email, Email ID, Email address, Mail, Mail ID, Parent email, Parent email ID, Student email, Student email ID',
    hi: 'ईमेल',
    gu: 'ઈમેલ, ઈમેઈલ',
    portals: 'Email ID (Student/Parent/Guardian)',
    weak: 'Username',
  },
  address: {
    holds: 'address',
    en: 'Address, Full address, Residential address, Res Address, Res Add, Home address, Postal address, Present address, Residence, Local address, Correspondence address, Address line 1, Address 1, Address line one, Student address, Current address',
    hi: 'पता, घर का पता, निवास का पता, वर्तमान पता',
    gu: 'સરનામું, રહેઠાણનું સરનામું, ઘરનું સરનામું',
    weak: 'Permanent address',
  },
  address_2: { holds: 'text', en: 'Address line 2, Address 2, Address line two' },
  address_3: { holds: 'text', en: 'Address line 3, Address 3, Address line three' },
  school_status: {
    holds: 'text',
    en: 'Status, Student status, Current status, Enrollment status, Student current status',
  },
  left_on: {
    holds: 'day',
    en: 'Date of leaving, Leaving date, Left on, Left date, Date of leaving school, Withdrawal date, Date of withdrawal, Exit date',
    hi: 'शाला छोड़ने की तिथि',
    gu: 'શાળા છોડ્યા તારીખ',
  },
  class: {
    holds: 'class',
    en: 'Class, Std, Standard, Class name, Grade, Std class, Current class, Studying in, Studying in class, Class section, Class/Section, Class div, Std div, Class-Sec, Present class, Student class, Course, Dhoran',
    hi: 'कक्षा, वर्तमान कक्षा, कक्षा का नाम',
    gu: 'ધોરણ, ધોરણ વર્ગ, હાલનું ધોરણ',
    portals: 'Present Class, Class studying, Grade/Class, Current grade',
    programs: 'Course and batch, Standard/Division',
  },
  section: { holds: 'section', en: 'Section, Div, Division, Sec, Section name', hi: 'सेक्शन, अनुभाग', gu: 'ડિવિઝન, સેક્શન' },
  roll_number: {
    holds: 'roll',
    en: 'Roll number, Roll No, Roll, RNo, R No, Class roll number, Roll num',
    hi: 'रोल नंबर',
    gu: 'રોલ નંબર, હાજરી નંબર, રો. નં.',
  },
  rte: {
    holds: 'yes-no',
    en: 'RTE, RTE admission, Is RTE, RTE student, Under RTE, RTE yes/no, RTE status',
    hi: 'आरटीई',
    gu: 'આરટીઈ, આર.ટી.ઈ.',
    portals: 'Admitted under RTE, Whether RTE, Is admitted under section 12 C',
  },
  nic_id: {
    holds: 'code',
    en: 'NIC ID, NIC No, NIC student ID, Child ID, Child UID, Aadhaar DISE, Aadhaar DISE number, UDISE number, Student UID, SATS ID, STS number',
    hi: 'एनआईसी आईडी, समग्र आईडी',
    gu: 'ચાઇલ્ડ આઈડી, યુનિક આઈડી',
    portals:
      'PEN, PEN No, PEN number, Student PEN, Student PEN number, Permanent education number, UDISE+ PEN, APAAR ID, APAAR, SSSM ID, Samagra ID, SATS number, EMIS ID, EMIS number, Saral ID, Student state code, CTS number',
    weak: 'UDISE',
  },
  sr_no: { holds: 'code', en: 'SR number, S.R. number', hi: 'एस.आर. नंबर, एस आर क्रमांक', gu: 'એસ.આર. નંબર' },
  gr_number: {
    holds: 'code',
    en: 'GR No, G.R. Number, GR, Gen Reg No, General register number',
    hi: 'जी.आर. नंबर',
    gu: 'જી.આર. નંબર, જી.આર.નં., જીઆર નં, રજીસ્ટર નંબર',
  },
  scholar_number: {
    holds: 'code',
    en: 'Scholar No, Scholar number, S.R. register number, SR register number, Scholar register number, Scholar ID, SR reg no',
    hi: 'स्कॉलर नंबर',
  },
  admission_number: {
    holds: 'code',
    en: 'Admission number, Adm No, Admn No, Admin No, Admission ID, Admission register number',
    hi: 'प्रवेश क्रमांक, प्रवेश संख्या',
    gu: 'પ્રવેશ નંબર',
    portals: 'Admission Number in School',
    programs: 'Ward admission number, Student admission number',
  },
  admission_date: {
    holds: 'day',
    en: 'Admission date, Date of admission, DOA, Adm Dt, Adm. date, Date of joining school, Admitted on',
    hi: 'प्रवेश तिथि, प्रवेश दिनांक',
    gu: 'પ્રવેશ તારીખ, દાખલ તારીખ',
    portals: 'Date of Admission (DD/MM/YYYY) in present school',
  },
  admission_class: {
    holds: 'class',
    en: 'Admission class, Admitted in class, Class of admission, Admission std, Class at admission, Admission in class, Admitted class, Admission standard',
    hi: 'प्रवेश कक्षा',
    gu: 'પ્રવેશ ધોરણ',
    portals: 'Class in which admitted',
  },
  medium: {
    holds: 'choice',
    en: 'Medium, Medium of instruction, Medium of study, Language medium, Instruction medium, Student medium',
    hi: 'माध्यम',
    gu: 'માધ્યમ',
  },
  previous_school: {
    holds: 'text',
    en: 'Previous school, Last school, Prev school, Previous school name, Last school attended, Last school name',
    hi: 'पूर्व विद्यालय',
    gu: 'અગાઉની શાળા',
  },
  previous_class: {
    holds: 'class',
    en: 'Previous class, Prev class, Last class, Previous std, Last year class, Last class passed, Last school std, Last school class, Previous school class',
    hi: 'पूर्व कक्षा',
    gu: 'અગાઉનું ધોરણ',
    portals: 'Class studied in previous academic year',
  },
  previous_board: { holds: 'text', en: 'Previous board, Prev board, Last board' },
  medical_conditions: { holds: 'text', en: 'Medical conditions, Medical condition, Medical, Illness, Disease' },
  allergies: { holds: 'text', en: 'Allergies, Allergy' },
}

/** Headings for the parents, the guardian and the emergency contact. */
const personHeadings = (who: 'father' | 'mother' | 'guardian', letter: string): HeadingsByKey => {
  const named = who[0]?.toUpperCase() + who.slice(1)
  const hindi = { father: 'पिता', mother: 'माता', guardian: 'अभिभावक' }[who]
  const gujarati = { father: 'પિતા', mother: 'માતા', guardian: 'વાલી' }[who]
  const all = (...headings: string[]) => headings.map((heading) => `${named} ${heading}`).join(', ')
  return {
    [`${who}_name`]: {
      holds: 'person',
      en: `${named}’s name, ${named}, ${all('full name')}, Name of ${who}, Students ${who} name${{ father: ', Father/Guardian name, Father/Husband name, S/o, D/o, S/o D/o', mother: '', guardian: ', C/o' }[who]}`,
      hi: `${hindi}, ${hindi} का नाम`,
      gu: `${gujarati}, ${gujarati}નું નામ`,
      portals: `${all('name as per Aadhaar')}, Name of ${who} as per school record`,
    },
    [`${who}_mobile`]: {
      holds: 'mobile',
      en: `${all('mobile', 'mobile number', 'contact', 'contact number', 'phone', 'phone number', 'WhatsApp', 'WhatsApp number', 'cell number')}, ${letter} mobile, ${letter}mobile, ${letter} mobile number`,
      hi: `${hindi} का मोबाइल, ${hindi} का मोबाइल नंबर`,
      gu: `${gujarati}નો મોબાઇલ, ${gujarati}નો મોબાઇલ નંબર`,
    },
    [`${who}_occupation`]: {
      holds: 'text',
      en: `${all('occupation', 'profession', 'job', 'work', 'business')}, ${letter} occupation, ${letter}occupation`,
      hi: `${hindi} का व्यवसाय`,
      gu: `${gujarati}નો વ્યવસાય`,
    },
    [`${who}_education`]: {
      holds: 'text',
      en: all('education', 'qualification', 'educational qualification'),
      hi: `${hindi} की शिक्षा`,
      gu: `${gujarati}નો અભ્યાસ`,
    },
    [`${who}_income`]: {
      holds: 'amount',
      en: all('income', 'annual income', 'yearly income', 'monthly income'),
      hi: `${hindi} की आय`,
      gu: `${gujarati}ની આવક`,
    },
    [`${who}_aadhar`]: {
      holds: 'aadhaar',
      en: all('aadhaar', 'aadhaar number', 'uid', 'uid number', 'aadhaar card number', 'adhar'),
      hi: `${hindi} का आधार`,
      gu: `${gujarati}નો આધાર નંબર`,
    },
  }
}

export const familyHeadings: HeadingsByKey = {
  ...personHeadings('father', 'F'),
  ...personHeadings('mother', 'M'),
  ...personHeadings('guardian', 'G'),
  guardian_relation: {
    holds: 'choice',
    en: 'Guardian’s relation, Relation with guardian, Relation, Relationship, Guardian relationship',
    hi: 'संबंध',
    gu: 'સંબંધ',
  },
  emergency_contact_name: {
    holds: 'person',
    en: 'Emergency contact, Emergency contact name, Emergency name, Emergency contact person',
  },
  emergency_contact_number: {
    holds: 'mobile',
    en: 'Emergency number, Emergency contact number, Emergency mobile, Emergency mobile number, Emergency phone, Emergency phone number',
  },
}

export const addressHeadings: HeadingsByKey = {
  permanent_house_no: { holds: 'text', en: 'House number, House no, Flat no, Plot no, Building no', hi: 'मकान नंबर' },
  permanent_street: { holds: 'text', en: 'Street, Street name, Road, Society, Area, Locality', gu: 'સોસાયટી' },
  pin: {
    holds: 'pin',
    en: 'PIN code, Pin, Pincode, Postal code, Zip, Zip code, Area pincode',
    hi: 'पिन कोड',
    gu: 'પિન કોડ',
  },
  permanent_village: { holds: 'text', en: 'Village, Village name, Gaam, Gam', hi: 'गांव, ग्राम', gu: 'ગામ' },
  permanent_block: {
    holds: 'text',
    en: 'Taluka, Taluko, Tehsil, Tahsil, Block, Block/Tehsil, Mandal',
    hi: 'तहसील',
    gu: 'તાલુકો',
  },
  permanent_city_name: { holds: 'text', en: 'City, City name, Town, City/Town', hi: 'शहर', gu: 'શહેર' },
  permanent_district: { holds: 'text', en: 'District, Dist, District name, Jilla, Zilla', hi: 'जिला', gu: 'જિલ્લો' },
  permanent_state: { holds: 'text', en: 'State, State name', hi: 'राज्य', gu: 'રાજ્ય' },
  permanent_post_office: { holds: 'text', en: 'Post office, PO, Post office name', hi: 'डाकघर', weak: 'Post' },
}

/** Headings in student files for which the portal has no field, so that it must never guess one. */
export const otherStudentHeadings =
  'UID, UID number, Jan Aadhaar, Student Aadhaar, Date of birth in words, DOB in words, Mobile 2, Mobile number 2, Alternate mobile, Serial number, Sr, S No, Sl No, Sno, Srl No, No, Number, क्रमांक, ક્રમ, Age, Blood group, House, Photo, Signature, Sign, Remarks, Nationality, Mother tongue, Aadhaar number, Aadhaar, Student Aadhaar number, Aadhaar card number, Bank account number, Account number, IFSC, IFSC code, Bank name, Branch, Bank, Height, Weight, BPL, BPL beneficiary, Is BPL beneficiary, AAY, EWS, CWSN, Disability, Disability type, Impairment type, Timestamp, Score, Print date, Printed on, Printed by, Report date, Date, Year, Academic year, Session, Transport, Bus, Bus route, Route, Stop, Hostel, Stream, Subject, Subjects, Birth place, Place of birth, Country, Family income, Annual income, Alternate mobile number, Phone 2, Sub caste, Previous marks, Percentage, Result, Attendance, Fee, Fees, Total, Balance, Amount, Ration card number, LC number, TC number, TC date, School name, School, UDISE code, School code, Class teacher, Teacher, Created on, Updated on'

export const ambiguousStudentHeadings: readonly AmbiguousHeading[] = [
  {
    words: 'F Name, F. Name, FName',
    keys: ['father_name', 'first_name'],
    reason: 'Father’s name in school offices, first name in exports of programs',
    beside: [
      ['full_name', 'father_name'],
      ['surname_first', 'father_name'],
      ['first_name', 'father_name'],
      ['last_name', 'first_name'],
    ],
  },
  {
    words: 'M Name, M. Name, MName',
    keys: ['mother_name', 'middle_name'],
    reason: 'Mother’s name in school offices, middle name in exports of programs',
    beside: [
      ['full_name', 'mother_name'],
      ['surname_first', 'mother_name'],
    ],
  },
  {
    words: 'जाति, જાતિ, Jati',
    keys: ['gender', 'category'],
    reason: 'In Gujarati it heads boys and girls, in Hindi the caste',
  },
  {
    words: 'वर्ग, વર્ગ, Varg',
    keys: ['section', 'class', 'category'],
    reason: 'Section or class in Gujarati, category in Hindi',
  },
  {
    words: 'अनुक्रमांक, अनु क्रमांक, અનુક્રમ નંબર, અનુક્રમાંક',
    keys: ['roll_number', ''],
    unless: 'serial',
    reason: 'Roll number or serial number',
  },
  {
    words:
      'વાલીનો મોબાઇલ નંબર, વાલીનો મોબાઇલ, વાલી મોબાઇલ નંબર, अभिभावक का मोबाइल नंबर, अभिभावक का मोबाइल, Vali mobile, Vali sampark, Vali contact number, Guardian mobile number, Guardian contact number',
    keys: ['mobile_number', 'guardian_mobile'],
    beside: [
      ['mobile_number', 'guardian_mobile'],
      ['guardian_name', 'guardian_mobile'],
    ],
    reason: 'The family’s only number in many lists, the guardian’s beside the student’s',
  },
  {
    words: 'Batch, Batch name',
    keys: ['class', 'section'],
    reason: 'A section, a class with its section, or the year of admission',
  },
  {
    words: 'Sr No, SrNo, S.R. No.',
    keys: ['sr_no', ''],
    unless: 'serial',
    reason: 'Serial number in most files, the scholar register’s number in Rajasthan and Uttar Pradesh',
  },
]
