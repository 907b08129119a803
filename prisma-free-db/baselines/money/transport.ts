/** Routes with stops, vehicles and their runs with seats, fares, applications, and charges in the ledger. */
export const transport = `
-- Geographic routes. The HT specification's "route" of a vehicle is a run on one of them (below).
CREATE TABLE transport_routes (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, name VARCHAR(60) NOT NULL, start_location VARCHAR(200) NOT NULL,
  start_latitude DECIMAL(9,6) NULL, start_longitude DECIMAL(9,6) NULL, end_location VARCHAR(200) NOT NULL,
  end_latitude DECIMAL(9,6) NULL, end_longitude DECIMAL(9,6) NULL, distance_metres INT UNSIGNED NOT NULL,
  is_active TINYINT NOT NULL DEFAULT 1, version INT UNSIGNED NOT NULL DEFAULT 1,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY transport_routes_public_id (public_id), UNIQUE KEY transport_routes_in_school (school_id, id),
  UNIQUE KEY transport_routes_name (school_id, name), UNIQUE KEY transport_routes_form_key (school_id, form_key),
  CONSTRAINT transport_routes_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- Arrival times in the morning and afternoon, in minutes after midnight IST. fare_paise: per month.
CREATE TABLE route_stops (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, route_id BIGINT UNSIGNED NOT NULL, position SMALLINT UNSIGNED NOT NULL,
  name VARCHAR(80) NOT NULL, place VARCHAR(200) NULL, latitude DECIMAL(9,6) NULL, longitude DECIMAL(9,6) NULL,
  pickup_minute SMALLINT UNSIGNED NOT NULL, drop_minute SMALLINT UNSIGNED NOT NULL, fare_paise BIGINT NULL,
  version INT UNSIGNED NOT NULL DEFAULT 1, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY route_stops_public_id (public_id), UNIQUE KEY route_stops_in_school (school_id, id),
  UNIQUE KEY route_stops_on_route (school_id, route_id, id), UNIQUE KEY route_stops_name (route_id, name),
  UNIQUE KEY route_stops_form_key (school_id, form_key),
  CONSTRAINT route_stops_route FOREIGN KEY (school_id, route_id) REFERENCES transport_routes (school_id, id),
  CONSTRAINT route_stops_times CHECK (pickup_minute < 1440 AND drop_minute < 1440),
  CONSTRAINT route_stops_fare CHECK (fare_paise IS NULL OR fare_paise > 0)
) ENGINE=InnoDB;

-- amount_paise: a rate per km, or a monthly price when fee_type is fixed; NULL: the school's tariff.
CREATE TABLE vehicles (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, vehicle_number VARCHAR(20) NOT NULL,
  vehicle_type ENUM('bus','minibus','van','car','auto') NOT NULL,
  status ENUM('active','maintenance','inactive') NOT NULL DEFAULT 'active', capacity SMALLINT UNSIGNED NOT NULL,
  driver_name VARCHAR(100) NOT NULL, driver_phone VARCHAR(20) NOT NULL, driver_licence VARCHAR(30) NULL,
  attendant_name VARCHAR(100) NULL, attendant_phone VARCHAR(20) NULL,
  fee_type ENUM('per_km','fixed','other') NOT NULL DEFAULT 'per_km', amount_paise BIGINT NULL,
  destination_address VARCHAR(200) NULL, destination_latitude DECIMAL(9,6) NULL,
  destination_longitude DECIMAL(9,6) NULL, image_file_id BIGINT UNSIGNED NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY vehicles_public_id (public_id), UNIQUE KEY vehicles_in_school (school_id, id),
  UNIQUE KEY vehicles_number (school_id, vehicle_number), UNIQUE KEY vehicles_form_key (school_id, form_key),
  CONSTRAINT vehicles_image FOREIGN KEY (image_file_id) REFERENCES files (id),
  CONSTRAINT vehicles_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT vehicles_seats CHECK (capacity > 0),
  CONSTRAINT vehicles_amount CHECK (amount_paise IS NULL OR amount_paise > 0)
) ENGINE=InnoDB;

CREATE TABLE vehicle_documents (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, vehicle_id BIGINT UNSIGNED NOT NULL,
  kind ENUM('registration','insurance','fitness','permit','pollution','driver_licence','other') NOT NULL,
  number VARCHAR(40) NULL, expires_on DATE NULL, file_id BIGINT UNSIGNED NULL,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  version INT UNSIGNED NOT NULL DEFAULT 1,
  UNIQUE KEY vehicle_documents_public_id (public_id), UNIQUE KEY vehicle_documents_form_key (school_id, form_key),
  KEY vehicle_documents_expiring (school_id, expires_on),
  CONSTRAINT vehicle_documents_file FOREIGN KEY (file_id) REFERENCES files (id),
  CONSTRAINT vehicle_documents_vehicle FOREIGN KEY (school_id, vehicle_id) REFERENCES vehicles (school_id, id)
) ENGINE=InnoDB;

-- A vehicle's run on a route, and the only inventory of seats: seats is the vehicle's capacity, seats_taken the
-- allotted ones. fee_paise: monthly price on this run, before every other rule. The CHECK enforces the capacity.
CREATE TABLE vehicle_routes (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, vehicle_id BIGINT UNSIGNED NOT NULL, route_id BIGINT UNSIGNED NOT NULL,
  departure_minute SMALLINT UNSIGNED NOT NULL, arrival_minute SMALLINT UNSIGNED NOT NULL,
  return_minute SMALLINT UNSIGNED NULL, fee_paise BIGINT NULL, is_active TINYINT NOT NULL DEFAULT 1,
  seats SMALLINT UNSIGNED NOT NULL, seats_taken SMALLINT UNSIGNED NOT NULL DEFAULT 0,
  version INT UNSIGNED NOT NULL DEFAULT 1, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY vehicle_routes_public_id (public_id), UNIQUE KEY vehicle_routes_in_school (school_id, id),
  UNIQUE KEY vehicle_routes_once (vehicle_id, route_id, departure_minute),
  UNIQUE KEY vehicle_routes_form_key (school_id, form_key),
  CONSTRAINT vehicle_routes_route FOREIGN KEY (school_id, route_id) REFERENCES transport_routes (school_id, id),
  CONSTRAINT vehicle_routes_vehicle FOREIGN KEY (school_id, vehicle_id) REFERENCES vehicles (school_id, id),
  CONSTRAINT vehicle_routes_seats CHECK (seats > 0 AND seats_taken <= seats),
  CONSTRAINT vehicle_routes_times CHECK (departure_minute < arrival_minute AND arrival_minute < 1440
    AND return_minute < 1440),
  CONSTRAINT vehicle_routes_fee CHECK (fee_paise IS NULL OR fee_paise > 0)
) ENGINE=InnoDB;

-- Messages of the office to the passengers of a vehicle or of one of its runs.
CREATE TABLE passenger_messages (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, vehicle_id BIGINT UNSIGNED NOT NULL, kind ENUM('late','off','other') NOT NULL,
  minutes SMALLINT UNSIGNED NULL, words VARCHAR(500) NULL, told_count INT UNSIGNED NOT NULL,
  created_by_name VARCHAR(190) NOT NULL, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY passenger_messages_public_id (public_id), UNIQUE KEY passenger_messages_form_key (school_id, form_key),
  KEY passenger_messages_of_vehicle (vehicle_id, id),
  CONSTRAINT passenger_messages_vehicle FOREIGN KEY (school_id, vehicle_id) REFERENCES vehicles (school_id, id) ON DELETE CASCADE
) ENGINE=InnoDB;

-- No row: the fixed amounts of the HT specification.
CREATE TABLE tariffs (
  school_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, base_paise BIGINT NOT NULL, per_km_paise BIGINT NOT NULL,
  deposit_paise BIGINT NOT NULL, annual_discount_percent TINYINT UNSIGNED NOT NULL, updated_at DATETIME(3) NOT NULL,
  version INT UNSIGNED NOT NULL DEFAULT 1,
  CONSTRAINT tariffs_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT tariffs_amounts CHECK (base_paise >= 0 AND per_km_paise >= 0 AND deposit_paise >= 0
    AND base_paise + per_km_paise > 0 AND annual_discount_percent <= 50)
) ENGINE=InnoDB;

-- basis 'stop': the monthly fare is that of the chosen stop. default_of enforces one default per school.
CREATE TABLE fare_structures (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, name VARCHAR(80) NOT NULL,
  basis ENUM('distance','stop') NOT NULL DEFAULT 'distance', base_fare_paise BIGINT NOT NULL DEFAULT 0,
  per_km_paise BIGINT NOT NULL DEFAULT 0, deposit_paise BIGINT NOT NULL DEFAULT 0,
  is_default TINYINT NOT NULL DEFAULT 0, is_active TINYINT NOT NULL DEFAULT 1, version INT UNSIGNED NOT NULL DEFAULT 1,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  default_of BIGINT UNSIGNED GENERATED ALWAYS AS (IF(is_default = 1, school_id, NULL)) VIRTUAL,
  UNIQUE KEY fare_structures_public_id (public_id), UNIQUE KEY fare_structures_in_school (school_id, id),
  UNIQUE KEY fare_structures_name (school_id, name), UNIQUE KEY fare_structures_form_key (school_id, form_key),
  UNIQUE KEY fare_structures_one_default (default_of),
  CONSTRAINT fare_structures_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT fare_structures_default CHECK (is_default = 0 OR is_active = 1),
  CONSTRAINT fare_structures_amounts CHECK (base_fare_paise >= 0 AND per_km_paise >= 0 AND deposit_paise >= 0
    AND (basis = 'stop' OR base_fare_paise + per_km_paise > 0))
) ENGINE=InnoDB;

-- Both kinds: for a fare structure (transport) or for a vehicle's run (vehicle). Amounts as at the time of
-- application: month_paise is the monthly fare before the plan's discount. wanted_run_id: the requested run; run_id:
-- the run with the student's seat. is_live: one seat per student.
CREATE TABLE transport_applications (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL,
  academic_session_id BIGINT UNSIGNED NOT NULL, kind ENUM('transport','vehicle') NOT NULL,
  status ENUM('pending','approved','active','suspended','rejected','cancelled') NOT NULL DEFAULT 'pending',
  pickup_address VARCHAR(200) NOT NULL, pickup_latitude DECIMAL(9,6) NOT NULL, pickup_longitude DECIMAL(9,6) NOT NULL,
  drop_address VARCHAR(200) NOT NULL, drop_latitude DECIMAL(9,6) NULL, drop_longitude DECIMAL(9,6) NULL,
  fare_structure_id BIGINT UNSIGNED NULL, fare_name VARCHAR(90) NOT NULL, wanted_route_id BIGINT UNSIGNED NULL,
  stop_id BIGINT UNSIGNED NULL, wanted_run_id BIGINT UNSIGNED NULL, run_id BIGINT UNSIGNED NULL,
  pickup_minute SMALLINT UNSIGNED NULL, drop_minute SMALLINT UNSIGNED NULL,
  payment_plan ENUM('monthly','quarterly','annual') NOT NULL DEFAULT 'monthly', distance_metres INT UNSIGNED NOT NULL,
  is_straight TINYINT NOT NULL DEFAULT 0, month_paise BIGINT NOT NULL, period_paise BIGINT NOT NULL,
  deposit_paise BIGINT NOT NULL, emergency_contact VARCHAR(20) NOT NULL, medical_conditions VARCHAR(500) NULL,
  special_requirements VARCHAR(500) NULL, applied_at DATETIME(3) NOT NULL, approved_at DATETIME(3) NULL,
  activated_at DATETIME(3) NULL, suspended_at DATETIME(3) NULL, ended_at DATETIME(3) NULL, starts_on DATE NULL,
  resumed_on DATE NULL, ended_on DATE NULL, cancelled_by ENUM('student','office') NULL, remarks VARCHAR(500) NULL,
  refund_state ENUM('none','open','decided') NOT NULL DEFAULT 'none', refund_remarks VARCHAR(300) NULL,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  is_live TINYINT GENERATED ALWAYS AS (IF(status IN ('pending','approved','active','suspended'),1,NULL)) VIRTUAL,
  UNIQUE KEY transport_applications_public_id (public_id), UNIQUE KEY transport_applications_in_school (school_id, id),
  UNIQUE KEY transport_applications_form_key (school_id, form_key),
  UNIQUE KEY transport_applications_one_live (student_id, is_live),
  KEY transport_applications_by_status (school_id, kind, status, applied_at),
  KEY transport_applications_of_student (student_id, kind, applied_at),
  KEY transport_applications_riding (run_id, status),
  CONSTRAINT transport_applications_fare FOREIGN KEY (school_id, fare_structure_id) REFERENCES fare_structures (school_id, id),
  CONSTRAINT transport_applications_route FOREIGN KEY (school_id, wanted_route_id) REFERENCES transport_routes (school_id, id),
  CONSTRAINT transport_applications_run FOREIGN KEY (school_id, run_id) REFERENCES vehicle_routes (school_id, id),
  CONSTRAINT transport_applications_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id),
  CONSTRAINT transport_applications_stop FOREIGN KEY (school_id, stop_id) REFERENCES route_stops (school_id, id),
  CONSTRAINT transport_applications_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CONSTRAINT transport_applications_wanted FOREIGN KEY (school_id, wanted_run_id) REFERENCES vehicle_routes (school_id, id),
  CONSTRAINT transport_applications_amounts CHECK (month_paise > 0 AND period_paise > 0 AND deposit_paise >= 0),
  CONSTRAINT transport_applications_kind CHECK ((kind = 'vehicle' AND wanted_run_id IS NOT NULL)
    OR (kind = 'transport' AND fare_structure_id IS NOT NULL)),
  CONSTRAINT transport_applications_seat CHECK ((run_id IS NULL OR status IN ('approved','active'))
    AND (status <> 'active' OR run_id IS NOT NULL))
) ENGINE=InnoDB;

-- Charges of an application in the ledger, with the application's id as the due's source. period 0 is the deposit,
-- then one per period of the plan.
CREATE TABLE transport_charges (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  application_id BIGINT UNSIGNED NOT NULL, period SMALLINT UNSIGNED NOT NULL, created_at DATETIME(3) NOT NULL,
  UNIQUE KEY transport_charges_once (application_id, period),
  CONSTRAINT transport_charges_application FOREIGN KEY (school_id, application_id) REFERENCES transport_applications (school_id, id)
) ENGINE=InnoDB;

-- A student's draft as typed, valid or not, one per kind, until the application is submitted. fields is JSON text.
CREATE TABLE transport_drafts (
  student_id BIGINT UNSIGNED NOT NULL, kind ENUM('transport','vehicle') NOT NULL, school_id BIGINT UNSIGNED NOT NULL,
  fields TEXT NOT NULL, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, updated_at DATETIME(3) NOT NULL,
  PRIMARY KEY (student_id, kind),
  CONSTRAINT transport_drafts_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;
`
