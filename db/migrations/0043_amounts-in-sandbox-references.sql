-- The sandbox bank has what it knows of a transfer in its reference: the whole amount now, instead of its last two digits.
UPDATE bank_transfers
SET reference = 'sandbox:' || split_part(reference, ':', 2) || ':' || (amount * 100)::bigint || ':' || split_part(reference, ':', 4)
WHERE reference LIKE 'sandbox:%';
