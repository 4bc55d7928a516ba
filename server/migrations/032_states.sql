-- One spelling of a US state is stored: its USPS code. Jobs follow in the background, because their duplicate keys and words are made by
-- the code (data/jobs/stateSpellings.ts); this index finds them.
create index jobs_other_states on jobs (seq)
  where address->>'state' !~ '^[A-Z]{2}$' or delivery_address->>'state' !~ '^[A-Z]{2}$';

update users u set address = jsonb_set(u.address, '{state}', to_jsonb(s.code))
from (values
  ('alabama', 'AL'), ('alaska', 'AK'), ('american samoa', 'AS'), ('arizona', 'AZ'), ('arkansas', 'AR'), ('california', 'CA'),
  ('colorado', 'CO'), ('connecticut', 'CT'), ('delaware', 'DE'), ('district of columbia', 'DC'), ('florida', 'FL'),
  ('georgia', 'GA'), ('guam', 'GU'), ('hawaii', 'HI'), ('idaho', 'ID'), ('illinois', 'IL'), ('indiana', 'IN'), ('iowa', 'IA'),
  ('kansas', 'KS'), ('kentucky', 'KY'), ('louisiana', 'LA'), ('maine', 'ME'), ('maryland', 'MD'), ('massachusetts', 'MA'),
  ('michigan', 'MI'), ('minnesota', 'MN'), ('mississippi', 'MS'), ('missouri', 'MO'), ('montana', 'MT'), ('nebraska', 'NE'),
  ('nevada', 'NV'), ('new hampshire', 'NH'), ('new jersey', 'NJ'), ('new mexico', 'NM'), ('new york', 'NY'),
  ('north carolina', 'NC'), ('north dakota', 'ND'), ('northern mariana islands', 'MP'), ('ohio', 'OH'), ('oklahoma', 'OK'),
  ('oregon', 'OR'), ('pennsylvania', 'PA'), ('puerto rico', 'PR'), ('rhode island', 'RI'), ('south carolina', 'SC'),
  ('south dakota', 'SD'), ('tennessee', 'TN'), ('texas', 'TX'), ('utah', 'UT'), ('vermont', 'VT'), ('us virgin islands', 'VI'),
  ('virginia', 'VA'), ('washington', 'WA'), ('west virginia', 'WV'), ('wisconsin', 'WI'), ('wyoming', 'WY')
) as s (name, code)
where u.address->>'state' <> s.code
  and regexp_replace(lower(btrim(replace(u.address->>'state', '.', ''))), '\s+', ' ', 'g') in (s.name, lower(s.code));
