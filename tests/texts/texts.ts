/** A text that the specification fixes, the section that fixes it, and the screen that says it. */
export interface SpecText {
  text: string
  section: string
  /** The address in tests/routes.txt; a text counts from the day its screen is there. */
  screen: string
  /** As a test spells it, where the text has places to fill. */
  example?: string
}

const of = (section: string, screen: string, texts: readonly string[]): SpecText[] =>
  texts.map((text) => ({ text, section, screen }))

/** The student portal's texts (SP). Hostels, transport and the school's side (HT) come with their screens. */
export const texts: readonly SpecText[] = [
  ...of('SP 2', '/students', ['Privacy Policy', 'Terms of Service', 'Contact Support', 'Home', 'Settings', 'Logout']),
  ...of('SP 2', '/students/logout', ['Logout successfully']),
  ...of('SP 2', '/students/login', [
    'The password is the date of birth as yyyy-mm-dd',
    'Logging in...',
    'Forgot password?',
  ]),
  ...of('SP 2', '/students/forgot-password', ['Sending...', 'Back to login']),
  ...of('SP 2', '/students/fees', [
    'Student Fee Management',
    'Fee Name',
    'Fee Title',
    'Due Date',
    'Amount',
    'Status',
    'Actions',
    'Pay',
    'Download Receipt',
    'Previous',
    'Next',
    'Loading fees...',
    'No fees found for this student.',
    'No fees found for this session.',
  ]),
  { text: 'Page X of Y', section: 'SP 2', screen: '/students/fees', example: 'Page 1 of 2' },
  {
    text: 'Error fetching fees: {error}',
    section: 'SP 2',
    screen: '/students/fees',
    example: 'Error fetching fees: Failed to fetch fee status',
  },
  ...of('SP 2', '/students/profile', ['Student Profile', 'Save Changes', 'Loading student data...']),
  ...of('SP 2', '/students/dashboard', [
    'No attendance data available',
    'No upcoming exams available',
    'Upcoming exams will appear here once scheduled',
    'No recent activities',
    'No upcoming events',
    'No dashboard data available',
    'Loading dashboard data...',
  ]),
  ...of('SP 2', '/students/academic-sessions', ['No academic details available', 'Loading academic details...']),
  ...of('SP 2', '/students/exams', ['No exams found.']),
  ...of('SP 2', '/students/timetable', ['No Timetable Available']),
  ...of('SP 2', '/students/attendance', ['No Attendance Records']),
  ...of('SP 2', '/students/quizzes', ['No quizzes right now.', 'Failed to load quizzes', 'Failed to start quiz']),
  ...of('SP 2', '/students/quizzes/attempts', ['No attempts yet.', 'Failed to load attempts']),
  ...of('SP 2', '/students/cart', ['Your cart is empty']),

  ...of('SP 4', '/students/fees', ['Paid', 'Pending']),
  ...of('SP 4', '/students/checkout', ['Order placed successfully.']),

  ...of('SP 5', '/students/login', ['Email is required', 'Invalid email', 'Password is required']),
  ...of('SP 5', '/students/reset-password', ['At least 8 characters']),
  ...of('SP 5', '/school/students/new', [
    'First name is required',
    'Last name is required',
    'Mother name is required',
    'Father name is required',
    'Address is required',
    'Select a valid gender',
    'Date of birth is required',
    'Select a valid category',
    'Mobile number must be 10 digits',
  ]),
  ...of('SP 5', '/students/profile', [
    'Please upload an image file',
    'Image size should be less than 5MB',
    'Pincode must be 6 digits',
    'Admission class is required',
    'Medium is required',
    'Travel mode is required',
    'Staying with is required',
    'Emergency contact name is required',
    'Emergency contact number is required',
    'Must be a 10-digit number',
  ]),
  ...of('SP 5', '/students/quizzes/:id', ['Please answer at least one question before submitting.']),

  ...of('SP 8', '/school/register', ['Registration Failed', 'Registered!']),
  ...of('SP 8', '/students/login', ['Login Failed', 'Incorrect Password', 'Password incorrect', 'Logged in!']),
  ...of('SP 8', '/students/logout', ['Logged out']),
  ...of('SP 8', '/students/forgot-password', ['Failed to send reset link', 'Password reset link sent']),
  ...of('SP 8', '/students/reset-password', ['Failed to reset password']),
  ...of('SP 8', '/students/fees', ['Failed to fetch fee status']),
  ...of('SP 8', '/school/students/new', ['Creation Failed', 'Created!']),
  ...of('SP 8', '/school/students/:id/edit', ['Update Failed', 'Updated!']),
  ...of('SP 8', '/school/students/import', ['Import Failed', 'Imported!']),
  ...of('SP 8', '/students/fees/:dueId/pay', [
    'Payment Failed',
    'Payment Not Available',
    'Razorpay is not configured for this school',
    'Please contact the school administration to set up online payments',
  ]),
  ...of('decisions 2', '/students/payments/:id', ['Redirecting to payment...', 'We are checking your payment']),
  ...of('SP 8', '/', ['Something went wrong']),
  ...of('SP 8', '/students/profile', [
    'Parent/Guardian Information saved!',
    'Failed to save parent/guardian information',
    'Academic Information saved!',
    'Failed to save academic information',
    'Documents uploaded successfully!',
    'Failed to upload documents',
    'Additional Information saved!',
    'Failed to save additional information',
  ]),
  ...of('SP 8', '/students/shop', ['Failed to load products', 'Order placed with COD']),
]
