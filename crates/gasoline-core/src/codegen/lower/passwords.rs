//! Which variable of the environment each password comes from.

use super::flow::variable_name;
use crate::removed::Marker;

/// The variable of the first password, which most flows need alone.
pub(super) const FIRST_PASSWORD: &str = "GASOLINE_PASSWORD";

/// The passwords of one flow: an old one, a new one and its repetition may differ.
#[derive(Debug, Default)]
pub(super) struct Passwords(Vec<Password>);

#[derive(Debug)]
struct Password {
    /// Tells equal secrets, where the server redacted; the page masks without one.
    fingerprint: Option<u64>,
    field: String,
    variable: String,
}

impl Passwords {
    /// The variable for what was typed into a field. The same secret, or another one in a field of the same name, has the
    /// same.
    pub(super) fn variable(&mut self, redacted: &str, field: &str) -> String {
        let fingerprint = Marker::parse(redacted).map(|marker| marker.fingerprint);
        let is_same = |known: &&Password| match known.fingerprint.zip(fingerprint) {
            Some((one, other)) => one == other,
            None => known.field == field,
        };
        if let Some(known) = self.0.iter().find(is_same) {
            return known.variable.clone();
        }
        let variable = self.unused(field);
        self.0.push(Password { fingerprint, field: field.to_owned(), variable: variable.clone() });
        variable
    }

    /// The first is what it always was, others are called after their field.
    fn unused(&self, field: &str) -> String {
        let is_used = |name: &str| self.0.iter().any(|known| known.variable == name);
        if self.0.is_empty() {
            return FIRST_PASSWORD.to_owned();
        }
        let name = variable_name(field);
        let mut variable = name.clone();
        let mut number = 1_usize;
        while is_used(&variable) {
            number += 1;
            variable = format!("{name}_{number}");
        }
        variable
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_variables_of_their_own_and_equal_secrets_share_one() {
        let marker = |fingerprint: u64| format!("[redacted:sensitive-field:string:9:{fingerprint:016x}]");
        let mut passwords = Passwords::default();
        let mut check = |redacted: &str, field: &str, variable: &str| {
            assert_eq!(passwords.variable(redacted, field), variable, "{redacted} in {field}");
        };
        check("[redacted]", "Current password", "GASOLINE_PASSWORD");
        check("[redacted]", "New password", "GASOLINE_NEW_PASSWORD");
        check("[redacted]", "Current password", "GASOLINE_PASSWORD");
        check(&marker(1), "Password", "GASOLINE_PASSWORD_2");
        check(&marker(1), "Repeat", "GASOLINE_PASSWORD_2");
        check(&marker(2), "Password", "GASOLINE_PASSWORD_3");
        check(&marker(2), "Repeat", "GASOLINE_PASSWORD_3");
    }
}
