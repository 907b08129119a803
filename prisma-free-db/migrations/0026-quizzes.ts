import type { Migration } from '../../app/database/migration'

const publicId = 'public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL'
const times = 'created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL'

/** Quizzes of a class: questions with options, one attempt per student, answers saved as they are entered. */
export const up: Migration = async (run) => {
  // version counts every save of the quiz or its questions: saving over a newer version needs a confirmation.
  await run(`CREATE TABLE quizzes (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    ${publicId},
    school_id BIGINT UNSIGNED NOT NULL,
    academic_session_id BIGINT UNSIGNED NOT NULL,
    class_id BIGINT UNSIGNED NOT NULL,
    subject_id BIGINT UNSIGNED NULL,
    title VARCHAR(120) NOT NULL,
    description VARCHAR(1000) NULL,
    duration_minutes SMALLINT UNSIGNED NOT NULL,
    available_from DATETIME(3) NOT NULL,
    available_until DATETIME(3) NOT NULL,
    published_at DATETIME(3) NULL,
    created_by BIGINT UNSIGNED NULL,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    form_key VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    ${times},
    UNIQUE KEY quizzes_public_id (public_id),
    UNIQUE KEY quizzes_in_school (school_id, id),
    UNIQUE KEY quizzes_form_key (school_id, form_key),
    KEY quizzes_of_class (school_id, academic_session_id, class_id, available_from),
    CONSTRAINT quizzes_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id),
    CONSTRAINT quizzes_class FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id),
    CONSTRAINT quizzes_subject FOREIGN KEY (school_id, subject_id) REFERENCES subjects (school_id, id),
    CONSTRAINT quizzes_window CHECK (available_from < available_until),
    CONSTRAINT quizzes_duration CHECK (duration_minutes > 0)
  ) ENGINE=InnoDB`)

  // Sections of the quiz's audience; no rows: the whole class.
  await run(`CREATE TABLE quiz_sections (
    school_id BIGINT UNSIGNED NOT NULL,
    quiz_id BIGINT UNSIGNED NOT NULL,
    section_id BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (quiz_id, section_id),
    CONSTRAINT quiz_sections_quiz FOREIGN KEY (school_id, quiz_id) REFERENCES quizzes (school_id, id) ON DELETE CASCADE,
    CONSTRAINT quiz_sections_section FOREIGN KEY (school_id, section_id) REFERENCES sections (school_id, id)
  ) ENGINE=InnoDB`)

  // position is not unique: two neighbours swap with one statement each. form_key: idempotency key of the form; NULL in
  // a copy.
  await run(`CREATE TABLE quiz_questions (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    ${publicId},
    school_id BIGINT UNSIGNED NOT NULL,
    quiz_id BIGINT UNSIGNED NOT NULL,
    position SMALLINT UNSIGNED NOT NULL,
    type ENUM('mcq','boolean','short') NOT NULL,
    question_text VARCHAR(1000) NOT NULL,
    marks DECIMAL(5,2) NOT NULL,
    form_key CHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
    ${times},
    UNIQUE KEY quiz_questions_public_id (public_id),
    UNIQUE KEY quiz_questions_form_key (quiz_id, form_key),
    KEY quiz_questions_of_quiz (quiz_id, position),
    CONSTRAINT quiz_questions_quiz FOREIGN KEY (school_id, quiz_id) REFERENCES quizzes (school_id, id) ON DELETE CASCADE,
    CONSTRAINT quiz_questions_marks CHECK (marks > 0)
  ) ENGINE=InnoDB`)

  // Options of mcq and boolean questions; a boolean question has true and false, in this order.
  await run(`CREATE TABLE quiz_options (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    ${publicId},
    question_id BIGINT UNSIGNED NOT NULL,
    position SMALLINT UNSIGNED NOT NULL,
    option_text VARCHAR(300) NOT NULL,
    is_correct TINYINT NOT NULL,
    UNIQUE KEY quiz_options_public_id (public_id),
    UNIQUE KEY quiz_options_in_question (question_id, id),
    CONSTRAINT quiz_options_question FOREIGN KEY (question_id) REFERENCES quiz_questions (id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)

  // Answers that mark a short answer automatically, ignoring case, accents and outer spaces; other answers wait for the
  // teacher.
  await run(`CREATE TABLE quiz_accepted_answers (
    question_id BIGINT UNSIGNED NOT NULL,
    position SMALLINT UNSIGNED NOT NULL,
    answer_text VARCHAR(200) NOT NULL,
    PRIMARY KEY (question_id, position),
    CONSTRAINT quiz_accepted_answers_question FOREIGN KEY (question_id) REFERENCES quiz_questions (id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)

  // deadline_at is written once, by the database's clock. score stays NULL while the attempt is open; to_mark counts
  // short answers that wait for the teacher: above 0 the score is provisional.
  await run(`CREATE TABLE quiz_attempts (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    ${publicId},
    school_id BIGINT UNSIGNED NOT NULL,
    quiz_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    enrollment_id BIGINT UNSIGNED NOT NULL,
    started_at DATETIME(3) NOT NULL,
    deadline_at DATETIME(3) NOT NULL,
    submitted_at DATETIME(3) NULL,
    closed_by ENUM('student','deadline') NULL,
    score DECIMAL(7,2) NULL,
    max_score DECIMAL(7,2) NOT NULL,
    to_mark SMALLINT UNSIGNED NOT NULL DEFAULT 0,
    ${times},
    UNIQUE KEY quiz_attempts_public_id (public_id),
    UNIQUE KEY quiz_attempts_once (quiz_id, student_id),
    KEY quiz_attempts_of_student (student_id, started_at),
    KEY quiz_attempts_to_close (submitted_at, deadline_at),
    CONSTRAINT quiz_attempts_quiz FOREIGN KEY (school_id, quiz_id) REFERENCES quizzes (school_id, id),
    CONSTRAINT quiz_attempts_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT quiz_attempts_enrollment FOREIGN KEY (school_id, student_id, enrollment_id)
      REFERENCES enrollments (school_id, student_id, id),
    CONSTRAINT quiz_attempts_closed CHECK ((submitted_at IS NULL) = (score IS NULL) AND (submitted_at IS NULL) = (closed_by IS NULL)),
    CONSTRAINT quiz_attempts_score CHECK (score IS NULL OR (score >= 0 AND score <= max_score))
  ) ENGINE=InnoDB`)

  // awarded_marks: NULL while open, or while a short answer waits for the teacher (marked_by_name: the teacher who
  // marked it).
  await run(`CREATE TABLE quiz_answers (
    attempt_id BIGINT UNSIGNED NOT NULL,
    question_id BIGINT UNSIGNED NOT NULL,
    option_id BIGINT UNSIGNED NULL,
    answer_text VARCHAR(500) NULL,
    awarded_marks DECIMAL(5,2) NULL,
    marked_by_name VARCHAR(120) NULL,
    marked_at DATETIME(3) NULL,
    saved_at DATETIME(3) NOT NULL,
    PRIMARY KEY (attempt_id, question_id),
    KEY quiz_answers_of_question (question_id, option_id),
    CONSTRAINT quiz_answers_attempt FOREIGN KEY (attempt_id) REFERENCES quiz_attempts (id),
    CONSTRAINT quiz_answers_question FOREIGN KEY (question_id) REFERENCES quiz_questions (id),
    CONSTRAINT quiz_answers_option FOREIGN KEY (question_id, option_id) REFERENCES quiz_options (question_id, id),
    CONSTRAINT quiz_answers_one CHECK (option_id IS NULL OR answer_text IS NULL)
  ) ENGINE=InnoDB`)
}
