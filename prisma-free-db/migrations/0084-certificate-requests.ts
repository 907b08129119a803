import type { Migration } from '../../app/database/migration'

/**
 * Families' requests for certificates, with the school's target date. A certificate issued for a request is linked to
 * it.
 */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE certificate_requests (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    kind_id BIGINT UNSIGNED NOT NULL,
    language ENUM('en','hi','gu') NOT NULL,
    purpose VARCHAR(200) NOT NULL,
    state ENUM('pending','taken_up','ready','refused','withdrawn') NOT NULL,
    asked_on DATE NOT NULL,
    answer_by DATE NOT NULL,
    answer VARCHAR(200) NULL,
    certificate_id BIGINT UNSIGNED NULL,
    decided_by_name VARCHAR(120) NULL,
    decided_at DATETIME(3) NULL,
    form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    is_open TINYINT GENERATED ALWAYS AS (IF(state IN ('pending','taken_up'),1,NULL)) STORED,
    UNIQUE KEY certificate_requests_public_id (public_id),
    UNIQUE KEY certificate_requests_form_key (school_id, form_key),
    UNIQUE KEY certificate_requests_one_open (student_id, kind_id, is_open),
    UNIQUE KEY certificate_requests_certificate (certificate_id),
    KEY certificate_requests_queue (school_id, state, answer_by),
    CONSTRAINT certificate_requests_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT certificate_requests_kind FOREIGN KEY (school_id, kind_id) REFERENCES certificate_kinds (school_id, id),
    CONSTRAINT certificate_requests_of FOREIGN KEY (certificate_id) REFERENCES certificates (id)
  ) ENGINE=InnoDB`)
}
