-- When a message was written on the device, in seconds by the server's clock; null where the device did not say. Orders nothing.
alter table messages add column written bigint;
