/** Hostels with rooms and beds, applications for them, and their charges in the ledger. */
export const hostels = `
-- Periods that a school offers; no rows: all of them.
CREATE TABLE hostel_periods (
  school_id BIGINT UNSIGNED NOT NULL, semester ENUM('full_year','1','2','3','4','5','6','7','8') NOT NULL,
  PRIMARY KEY (school_id, semester),
  CONSTRAINT hostel_periods_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- meal_plan_included: all residents take and pay for meals; otherwise only those who request them.
CREATE TABLE hostels (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, name VARCHAR(80) NOT NULL, gender_type ENUM('boys','girls','mixed') NOT NULL,
  hostel_type ENUM('ac','deluxe','premium','standard') NOT NULL, address VARCHAR(300) NOT NULL,
  contact_number VARCHAR(20) NOT NULL, warden_name VARCHAR(100) NOT NULL, warden_email VARCHAR(190) NULL,
  image_file_id BIGINT UNSIGNED NULL, security_deposit_paise BIGINT NOT NULL,
  meal_plan_included TINYINT NOT NULL DEFAULT 0, meal_plan_fee_paise BIGINT NOT NULL DEFAULT 0,
  bank_name VARCHAR(100) NULL, bank_account_number VARCHAR(20) COLLATE utf8mb4_bin NULL,
  bank_ifsc_code CHAR(11) COLLATE utf8mb4_bin NULL, is_active TINYINT NOT NULL DEFAULT 1,
  version INT UNSIGNED NOT NULL DEFAULT 1, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY hostels_public_id (public_id), UNIQUE KEY hostels_in_school (school_id, id),
  UNIQUE KEY hostels_name (school_id, name), UNIQUE KEY hostels_form_key (school_id, form_key),
  CONSTRAINT hostels_image FOREIGN KEY (image_file_id) REFERENCES files (id),
  CONSTRAINT hostels_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT hostels_amounts CHECK (security_deposit_paise >= 0 AND meal_plan_fee_paise >= 0)
) ENGINE=InnoDB;

-- occupied_count: beds of approved students who have not checked out, and beds held for an offer. The CHECK enforces
-- the capacity.
CREATE TABLE rooms (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, hostel_id BIGINT UNSIGNED NOT NULL, room_number VARCHAR(20) NOT NULL,
  room_type ENUM('single','double','triple','four_sharing','dormitory') NOT NULL, floor_number TINYINT NOT NULL,
  capacity SMALLINT UNSIGNED NOT NULL, occupied_count SMALLINT UNSIGNED NOT NULL DEFAULT 0,
  monthly_rent_paise BIGINT NOT NULL, status ENUM('available','maintenance','closed') NOT NULL DEFAULT 'available',
  image_file_id BIGINT UNSIGNED NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY rooms_public_id (public_id), UNIQUE KEY rooms_in_school (school_id, id),
  UNIQUE KEY rooms_in_hostel (school_id, hostel_id, id), UNIQUE KEY rooms_number (hostel_id, room_number),
  UNIQUE KEY rooms_form_key (school_id, form_key),
  CONSTRAINT rooms_hostel FOREIGN KEY (school_id, hostel_id) REFERENCES hostels (school_id, id),
  CONSTRAINT rooms_image FOREIGN KEY (image_file_id) REFERENCES files (id),
  CONSTRAINT rooms_beds CHECK (capacity > 0 AND occupied_count <= capacity),
  CONSTRAINT rooms_rent CHECK (monthly_rent_paise > 0)
) ENGINE=InnoDB;

CREATE TABLE room_facilities (
  room_id BIGINT UNSIGNED NOT NULL,
  facility ENUM('wifi','ac','attached_bathroom','tv','furnished','balcony','meal_plan') NOT NULL,
  PRIMARY KEY (room_id, facility),
  CONSTRAINT room_facilities_room FOREIGN KEY (room_id) REFERENCES rooms (id) ON DELETE CASCADE
) ENGINE=InnoDB;

-- Amounts as at the time of application. starts_on: start of the first paid month, known from the approval on.
-- offered_until: a freed bed is held for a student of the waiting list. holds_bed: also for a student who accepted an
-- offer before the office decided. is_live: one application per student and period. next_*: from the next month on,
-- after a change of room or meals.
CREATE TABLE hostel_applications (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL, hostel_id BIGINT UNSIGNED NOT NULL,
  room_id BIGINT UNSIGNED NOT NULL, academic_session_id BIGINT UNSIGNED NOT NULL,
  academic_year CHAR(9) COLLATE utf8mb4_bin NOT NULL,
  semester ENUM('full_year','1','2','3','4','5','6','7','8') NOT NULL, check_in_date DATE NOT NULL,
  check_out_date DATE NULL, meal_plan_required TINYINT NOT NULL, guardian_name VARCHAR(100) NOT NULL,
  guardian_phone VARCHAR(20) NOT NULL, guardian_email VARCHAR(190) NULL, guardian_address VARCHAR(300) NULL,
  emergency_contact VARCHAR(20) NOT NULL, special_requirements VARCHAR(500) NULL,
  status ENUM('pending','approved','rejected','waitlisted','cancelled') NOT NULL DEFAULT 'pending',
  holds_bed TINYINT NOT NULL DEFAULT 0, rent_paise BIGINT NOT NULL, deposit_paise BIGINT NOT NULL,
  meal_paise BIGINT NOT NULL, fee_paise BIGINT NOT NULL, next_rent_paise BIGINT NULL, next_meal_paise BIGINT NULL,
  applied_at DATETIME(3) NOT NULL, waitlisted_at DATETIME(3) NULL, offered_until DATETIME(3) NULL,
  offer_lapsed_at DATETIME(3) NULL, decided_at DATETIME(3) NULL, admin_remarks VARCHAR(500) NULL, starts_on DATE NULL,
  checked_in_on DATE NULL, checked_out_on DATE NULL, cancelled_by ENUM('student','office') NULL,
  refund_state ENUM('none','open','decided') NOT NULL DEFAULT 'none', refund_remarks VARCHAR(300) NULL,
  version INT UNSIGNED NOT NULL DEFAULT 1, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  is_live TINYINT GENERATED ALWAYS AS (IF(status IN ('pending','approved','waitlisted')
    AND checked_out_on IS NULL,1,NULL)) VIRTUAL,
  UNIQUE KEY hostel_applications_public_id (public_id), UNIQUE KEY hostel_applications_in_school (school_id, id),
  UNIQUE KEY hostel_applications_form_key (school_id, form_key),
  UNIQUE KEY hostel_applications_one_live (student_id, academic_year, semester, is_live),
  KEY hostel_applications_by_status (school_id, status, applied_at),
  KEY hostel_applications_of_student (student_id, applied_at),
  KEY hostel_applications_of_room (room_id, status, waitlisted_at), KEY hostel_applications_offered (offered_until),
  CONSTRAINT hostel_applications_room FOREIGN KEY (school_id, hostel_id, room_id) REFERENCES rooms (school_id, hostel_id, id),
  CONSTRAINT hostel_applications_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id),
  CONSTRAINT hostel_applications_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CONSTRAINT hostel_applications_amounts CHECK (rent_paise > 0 AND deposit_paise >= 0 AND meal_paise >= 0
    AND fee_paise >= 0),
  CONSTRAINT hostel_applications_dates CHECK (check_out_date IS NULL OR check_out_date > check_in_date),
  CONSTRAINT hostel_applications_stay CHECK (checked_out_on IS NULL OR checked_out_on >= checked_in_on),
  CONSTRAINT hostel_applications_next CHECK (COALESCE(next_rent_paise, 1) > 0 AND COALESCE(next_meal_paise, 0) >= 0),
  CONSTRAINT hostel_applications_bed CHECK (holds_bed = 0 OR (checked_out_on IS NULL
    AND (status IN ('pending', 'approved') OR (status = 'waitlisted' AND offered_until IS NOT NULL))))
) ENGINE=InnoDB;

-- Charges of an application in the ledger, with the application's id as the due's source. month 0 is the deposit, 1
-- the first month, then one per month.
CREATE TABLE hostel_charges (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  application_id BIGINT UNSIGNED NOT NULL, month SMALLINT UNSIGNED NOT NULL, created_at DATETIME(3) NOT NULL,
  UNIQUE KEY hostel_charges_once (application_id, month),
  CONSTRAINT hostel_charges_application FOREIGN KEY (school_id, application_id) REFERENCES hostel_applications (school_id, id)
) ENGINE=InnoDB;

-- Wizard answers as typed, valid or not, until the application is submitted. fields is JSON text.
CREATE TABLE hostel_drafts (
  student_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL, fields TEXT NOT NULL,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, updated_at DATETIME(3) NOT NULL,
  CONSTRAINT hostel_drafts_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;
`
