import type { Migration } from '../../app/database/migration'

/** Students, their parents and address, staff users, and all tables for sign-in. */
export const up: Migration = async (run) => {
  // password_hash stays NULL until a password is chosen: until then the date of birth activates the account.
  await run(`CREATE TABLE students (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    enrollment_number VARCHAR(30) NOT NULL,
    first_name VARCHAR(60) NOT NULL,
    last_name VARCHAR(60) NOT NULL,
    gender ENUM('Male','Female','Other') NOT NULL,
    date_of_birth DATE NOT NULL,
    category ENUM('General','SC','ST','OBC','Other') NOT NULL,
    mobile_number CHAR(10) CHARACTER SET ascii NOT NULL,
    email VARCHAR(190) NULL,
    language ENUM('en','hi','gu') NOT NULL DEFAULT 'en',
    rte TINYINT NOT NULL DEFAULT 0,
    status ENUM('active','inactive') NOT NULL DEFAULT 'active',
    password_hash VARCHAR(200) NULL,
    password_changed_at DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY students_public_id (public_id),
    UNIQUE KEY students_enrollment_number (school_id, enrollment_number),
    UNIQUE KEY students_in_school (school_id, id),
    KEY students_by_name (school_id, last_name, first_name),
    KEY students_by_email (email),
    KEY students_by_mobile (mobile_number),
    CONSTRAINT students_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE student_addresses (
    student_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    address VARCHAR(300) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    CONSTRAINT student_addresses_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE guardians (
    student_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    father_name VARCHAR(120) NOT NULL,
    mother_name VARCHAR(120) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    CONSTRAINT guardians_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE staff_users (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    name VARCHAR(120) NOT NULL,
    email VARCHAR(190) NOT NULL,
    role ENUM('owner','office','accounts','teacher') NOT NULL,
    status ENUM('active','inactive') NOT NULL DEFAULT 'active',
    password_hash VARCHAR(200) NOT NULL,
    password_changed_at DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY staff_public_id (public_id),
    UNIQUE KEY staff_email (email),
    UNIQUE KEY staff_in_school (school_id, id),
    CONSTRAINT staff_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  // The cookie has a random id; the row is found by its SHA-256, so a stolen backup opens no session.
  await run(`CREATE TABLE sessions (
    id_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NULL,
    staff_user_id BIGINT UNSIGNED NULL,
    stage ENUM('full','choose-password') NOT NULL,
    idle_minutes INT UNSIGNED NOT NULL,
    confirmed_at DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    seen_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    KEY sessions_of_student (student_id),
    KEY sessions_of_staff (staff_user_id),
    KEY sessions_by_expiry (expires_at),
    CONSTRAINT sessions_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id) ON DELETE CASCADE,
    CONSTRAINT sessions_staff FOREIGN KEY (school_id, staff_user_id) REFERENCES staff_users (school_id, id) ON DELETE CASCADE,
    CONSTRAINT sessions_one_account CHECK ((student_id IS NULL) <> (staff_user_id IS NULL))
  ) ENGINE=InnoDB`)

  // A browser that has signed in to this account before: the sign-in delay does not apply to it when the password is
  // right.
  await run(`CREATE TABLE device_cookies (
    id_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    account VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    created_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    PRIMARY KEY (id_hash, account),
    KEY device_cookies_by_account (account),
    KEY device_cookies_by_expiry (expires_at)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE password_resets (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    token_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NULL,
    staff_user_id BIGINT UNSIGNED NULL,
    expires_at DATETIME(3) NOT NULL,
    used_at DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY password_resets_token (token_hash),
    KEY password_resets_by_expiry (expires_at),
    CONSTRAINT password_resets_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id) ON DELETE CASCADE,
    CONSTRAINT password_resets_staff FOREIGN KEY (school_id, staff_user_id) REFERENCES staff_users (school_id, id) ON DELETE CASCADE,
    CONSTRAINT password_resets_one_account CHECK ((student_id IS NULL) <> (staff_user_id IS NULL))
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE throttles (
    bucket VARCHAR(120) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    failures INT UNSIGNED NOT NULL,
    first_failed_at DATETIME(3) NOT NULL,
    last_failed_at DATETIME(3) NOT NULL,
    blocked_until DATETIME(3) NULL,
    expires_at DATETIME(3) NOT NULL,
    KEY throttles_by_expiry (expires_at)
  ) ENGINE=InnoDB`)
}
