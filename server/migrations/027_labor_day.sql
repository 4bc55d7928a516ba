-- The holidays of the United States have their American names: the day that a firm works on was stored as the library had named it.
update due_rules set rules = jsonb_set(rules, '{workedHolidays}', replace(rules->>'workedHolidays', '"Labour Day"', '"Labor Day"')::jsonb)
where rules->'holidays'->>'country' = 'US' and rules->'workedHolidays' ? 'Labour Day';
